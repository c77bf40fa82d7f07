#include "profiles/yaml/machine_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <vector>

#include "profiles/sizes.h"
#include "profiles/yaml/yaml_text.h"

namespace colltune {
namespace {

/// Names in the order of the enum.
constexpr std::array<std::string_view, 3> kNearnessNames = {"host", "site", "far"};

constexpr int kMicro = 6;  // microseconds in the text

struct Column {
  std::string_view key;
  double EdgeTimes::*time;
};
constexpr std::array kColumns = {Column{"next_us", &EdgeTimes::next},
                                 Column{"there_us", &EdgeTimes::there},
                                 Column{"shared_us", &EdgeTimes::shared}};

std::vector<Bytes> ToSizes(const YamlValue& value) {
  std::vector<Bytes> sizes;
  for (const YamlValue& item : ToList(value, "sizes")) {
    sizes.push_back(Bytes{ToInteger(item, "a size", 0, kLargestSize.count)});
    if (sizes.size() == 1 || sizes[sizes.size() - 2] < sizes.back()) continue;
    throw YamlError(item.line, "sizes do not rise");
  }
  if (sizes.empty() || sizes.size() > EdgeCosts::kMostSizes) {
    throw YamlError(value.line,
                    fmt::format("{} sizes, not 1 to {}", sizes.size(), EdgeCosts::kMostSizes));
  }
  return sizes;
}

std::map<std::string, Host> ToHosts(const YamlValue& value) {
  std::map<std::string, Host> hosts;
  for (const YamlValue& item : ToList(value, "hosts")) {
    const Fields fields(item, "a host", {"name", "kind", "site"});
    const std::string& name = ToText(fields.Get("name"), "name");
    const Host host{
        static_cast<int>(ToInteger(fields.Get("kind"), "kind", 0, Machine::kMostKinds - 1)),
        static_cast<int>(ToInteger(fields.Get("site"), "site", 0, Machine::kMostSites - 1))};
    if (hosts.try_emplace(name, host).second) continue;
    throw YamlError(item.line, fmt::format("the host '{}' stands twice", name));
  }
  return hosts;
}

Nearness ToNearness(const YamlValue& value) {
  const auto* const found = std::ranges::find(kNearnessNames, ToText(value, "between"));
  if (found != kNearnessNames.end()) return static_cast<Nearness>(found - kNearnessNames.begin());
  throw YamlError(value.line,
                  fmt::format("between is not one of: {}", fmt::join(kNearnessNames, ", ")));
}

void AddTimes(const YamlValue& value, EdgeCosts& costs) {
  const Fields fields(value, "times",
                      {"between", "from", "to", kColumns[0].key, kColumns[1].key, kColumns[2].key});
  const Nearness nearness = ToNearness(fields.Get("between"));
  const auto kind = [&](std::string_view key) {
    return static_cast<int>(ToInteger(fields.Get(key), key, 0, costs.kinds() - 1));
  };
  const int from = kind("from");
  const int to = kind("to");
  if (costs.Knows(nearness, from, to)) {
    throw YamlError(value.line, "times of these kinds stand twice");
  }
  for (const auto& [key, time] : kColumns) {
    const std::vector<YamlValue>& items = ToList(fields.Get(key), key);
    if (items.size() != costs.sizes().size()) {
      throw YamlError(fields.Get(key).line, fmt::format("{} has {} times, for {} sizes", key,
                                                        items.size(), costs.sizes().size()));
    }
    for (std::size_t size = 0; size < items.size(); ++size) {
      costs.Of(nearness, from, to, size).*time =
          ToNumber(items[size], key, 0, std::numeric_limits<double>::infinity(), kMicro);
    }
  }
  if (!costs.Knows(nearness, from, to)) {
    throw YamlError(fields.Get(kColumns[1].key).line, "a message that takes no time to be there");
  }
}

}  // namespace

Machine ToMachine(const YamlValue& value) {
  const Fields fields(value, "machine", {"sizes", "hosts", "times"});
  const std::vector<Bytes> sizes = ToSizes(fields.Get("sizes"));
  std::map<std::string, Host> hosts = ToHosts(fields.Get("hosts"));
  int kinds = 1;
  for (const auto& [name, host] : hosts) kinds = std::max(kinds, host.kind + 1);
  Machine machine{std::move(hosts), EdgeCosts(kinds, sizes)};
  for (const YamlValue& times : ToList(fields.Get("times"), "times")) {
    AddTimes(times, machine.costs);
  }
  return machine;
}

std::string ToYaml(const Machine& machine) {
  const EdgeCosts& costs = machine.costs;
  std::vector<std::int64_t> sizes;
  for (const Bytes size : costs.sizes()) sizes.push_back(size.count);
  std::string text = fmt::format("machine:\n  sizes: [{}]\n", fmt::join(sizes, ", "));
  text += fmt::format("  hosts:{}\n", machine.hosts.empty() ? " []" : "");
  for (const auto& [name, host] : machine.hosts) {
    text +=
        fmt::format("    - {{name: {}, kind: {}, site: {}}}\n", Quoted(name), host.kind, host.site);
  }
  std::string times;
  for (std::size_t near = 0; near < kNearnessNames.size(); ++near) {
    const auto nearness = static_cast<Nearness>(near);
    for (int from = 0; from < costs.kinds(); ++from) {
      for (int to = 0; to < costs.kinds(); ++to) {
        if (!costs.Knows(nearness, from, to)) continue;
        times += fmt::format("    - between: {}\n      from: {}\n      to: {}\n",
                             kNearnessNames[near], from, to);
        for (const auto& [key, time] : kColumns) {
          std::vector<std::string> numbers;
          for (std::size_t size = 0; size < sizes.size(); ++size) {
            numbers.push_back(ToDecimal(costs.Of(nearness, from, to, size).*time, kMicro));
          }
          times += fmt::format("      {}: [{}]\n", key, fmt::join(numbers, ", "));
        }
      }
    }
  }
  return text + fmt::format("  times:{}\n{}", times.empty() ? " []" : "", times);
}

}  // namespace colltune
