#include "tests/smpi/machines/known_machine.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace colltune::machines {
namespace {

constexpr double kEnvelope = 16;  // B: SMPI sends them with each message

std::string Group(double number) { return "group " + std::to_string(static_cast<int>(number)); }

}  // namespace

KnownMachine::KnownMachine(const std::string& path) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with('#') || colon == std::string::npos) continue;
    parameters_[line.substr(0, colon)] = std::strtod(line.c_str() + colon + 2, nullptr);
  }
  if (parameters_.empty()) throw std::runtime_error(path + ": no parameters");
}

double KnownMachine::operator[](const std::string& parameter) const {
  const auto found = parameters_.find(parameter);
  if (found == parameters_.end()) throw std::out_of_range("no parameter " + parameter);
  return found->second;
}

int KnownMachine::RackOf(const std::string& host) const {
  return static_cast<int>((*this)["group of " + host]);
}

int KnownMachine::SiteOf(const std::string& host) const {
  const std::string parent = "parent of " + Group(RackOf(host));
  return Has(parent) ? static_cast<int>((*this)[parent]) : 0;
}

bool KnownMachine::AreAlike(const std::string& one, const std::string& other) const {
  const auto same = [&](const std::string& name) {
    const bool has = Has(name + one);
    return has == Has(name + other) && (!has || (*this)[name + one] == (*this)[name + other]);
  };
  return std::ranges::all_of(std::vector<std::string>{"o_s ", "t_s ", "o_r ", "t_r ", "L ", "port ",
                                                      "port out ", "port in "},
                             same);
}

void KnownMachine::Cross(const std::string& line, const std::string& owner,
                         const std::string& direction, Route& route) const {
  route.latency += (*this)["L " + owner];
  const std::string half_duplex = line + " " + owner;
  route.lines.push_back(Has(half_duplex) ? half_duplex : line + " " + direction + " " + owner);
}

KnownMachine::Route KnownMachine::RouteOf(const Flow& flow) const {
  const auto& [from, to] = flow;
  if (from == to) return {(*this)["L within " + from], {"memory " + from}};
  Route route;
  Cross("port", from, "out", route);
  Cross("port", to, "in", route);
  if (RackOf(from) == RackOf(to)) return route;
  Cross("line", Group(RackOf(from)), "out", route);
  Cross("line", Group(RackOf(to)), "in", route);
  if (SiteOf(from) != SiteOf(to)) {
    Cross("line", Group(SiteOf(from)), "out", route);
    Cross("line", Group(SiteOf(to)), "in", route);
  } else if (Has("backbone " + Group(SiteOf(from)))) {
    route.lines.push_back("backbone " + Group(SiteOf(from)));
  }
  return route;
}

KnownMachine::Slowest KnownMachine::SlowestOf(std::span<const Flow> flows) const {
  std::map<std::string, int> crossings;
  for (const Flow& flow : flows) {
    for (const std::string& line : RouteOf(flow).lines) ++crossings[line];
  }
  Slowest slowest;
  for (const auto& [line, count] : crossings) {
    const double byte_time = count * (*this)[line];
    if (byte_time > slowest.byte_time) slowest = {line, byte_time};
  }
  return slowest;
}

std::string KnownMachine::SlowestLine(std::span<const Flow> flows) const {
  return SlowestOf(flows).line;
}

double KnownMachine::TimeOf(std::span<const Flow> flows, double bytes) const {
  const auto& [from, to] = flows.front();
  // SMPI charges the receiver for buffered messages only.
  const bool is_eager = bytes <= (*this)["S"];
  return (*this)["o_s " + from] + bytes * (*this)["t_s " + from] + RouteOf(flows.front()).latency +
         (bytes + kEnvelope) * SlowestOf(flows).byte_time +
         (is_eager ? (*this)["o_r " + to] + bytes * (*this)["t_r " + to] : 0);
}

}  // namespace colltune::machines
