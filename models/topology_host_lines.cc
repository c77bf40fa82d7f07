#include "models/topology_host_lines.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "models/features/experiment_replay.h"
#include "models/topology_network.h"

namespace colltune::models {
namespace {

using Lines = LineSearch::Lines;
using Samples = LineSearch::Samples;

class HostLines {
 public:
  HostLines(LineSearch& search, std::size_t host) : search_(search), host_(host) {}

  void FindLink(double own) {
    const std::string out = Name(host_parameter::kPortOut);
    const std::string in = Name(host_parameter::kPortIn);
    const std::string both = Name(host_parameter::kPort);
    const std::string alone = Name(host_parameter::kByte);
    const Samples leaving = Streams(Way::kOut);
    const Samples coming = Streams(Way::kIn);
    const Samples both_ways = Streams(Way::kBoth);
    Samples samples = leaving;
    samples.insert(samples.end(), coming.begin(), coming.end());
    samples.insert(samples.end(), both_ways.begin(), both_ways.end());
    if (samples.empty()) return;
    for (const std::string& name : {out, in, both}) search_.Remove(name);
    search_.Set(alone, {own});
    Lines untold = {{alone, {own}}};  // and directions without streams
    if (leaving.empty()) untold[out] = {own};
    if (coming.empty()) untold[in] = {own};
    Lines full = untold;
    AddFaster(leaving, out, own, full);
    AddFaster(coming, in, own, full);
    Lines half = {{alone, {own}}};
    AddFaster(both_ways, both, own, half);
    search_.Remove(alone);
    std::vector<Lines> explanations = {With({{out, {own}}, {in, {own}}}), With({{both, {own}}}),
                                       With(untold)};
    if (full.size() > untold.size()) explanations.push_back(With(full));
    if (half.contains(both)) explanations.push_back(With(half));
    search_.Choose(explanations, samples);
  }

  void FindMemory(double own) {
    const std::string shared = Name(host_parameter::kMemory);
    const std::string alone = Name(host_parameter::kByteWithin);
    const Samples samples = search_.Within(host_);
    if (samples.empty()) return;
    search_.Remove(shared);
    search_.Remove(alone);
    search_.Choose({With({{shared, {own}}}), With({{alone, {own}}})}, samples);
  }

 private:
  std::string Name(std::string_view prefix) const {
    return LineName(prefix, search_.read(), host_);
  }

  Samples Streams(Way way) const {
    return search_.Crossing([this](std::size_t other) { return other == host_; }, way);
  }

  /// Returns the lines so far with more.
  Lines With(const Lines& more) const {
    Lines all = search_.lines();
    all.insert(more.begin(), more.end());
    return all;
  }

  /// Adds the line with which the streams that have most bytes a second take their time, if it is
  /// clearly faster than `own`: in others it may be the host at the other end that is slow.
  void AddFaster(const Samples& samples, const std::string& name, double own, Lines& lines) const {
    const auto fastest = std::ranges::max_element(samples, {}, [](const measure::NetworkSample* s) {
      return static_cast<double>(s->messages * StreamsOf(*s).size()) / s->time.count();
    });
    if (fastest == samples.end()) return;
    const FoundLine line = search_.Explain(**fastest, name);
    if (line.byte_time > 0 && kClearly * line.byte_time < own) lines[name] = line;
  }

  LineSearch& search_;
  const std::size_t host_;
};

}  // namespace

void FindHostLines(LineSearch& search, const std::map<std::string, double>& own, std::size_t host) {
  HostLines lines(search, host);
  const auto find = [&](std::string_view prefix) {
    return own.find(LineName(prefix, search.read(), host));
  };
  if (const auto port = find(host_parameter::kPortOut); port != own.end()) {
    lines.FindLink(port->second);
  }
  if (const auto memory = find(host_parameter::kMemory); memory != own.end()) {
    lines.FindMemory(memory->second);
  }
}

}  // namespace colltune::models
