#include "tuner/usage/from_stats.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <vector>

#include "algorithms/buffers.h"

namespace colltune::tune {
namespace {

/// Whether a job on these nodes has such a communicator.
bool CanForm(const Nodes& nodes, const Layout& layout) {
  return layout.ranks_per_node <= nodes.ranks_per_node() && !nodes.Members(layout).empty();
}

std::string LayoutText(const Layout& layout) {
  return fmt::format("{} ranks ({} per node)", layout.ranks, layout.ranks_per_node);
}

template <typename Value, typename Text>
void DemandAll(const std::vector<Value>& wanted, const std::set<Value>& there, const char* option,
               Text text) {
  for (const Value& value : wanted) {
    if (there.contains(value)) continue;
    std::vector<std::string> known;
    for (const Value& other : there) known.push_back(fmt::format("{}", text(other)));
    throw std::invalid_argument(fmt::format("{}: the application does not call {}, but {}", option,
                                            text(value), fmt::join(known, ", ")));
  }
}

template <typename Value>
bool IsWanted(const std::vector<Value>& wanted, const Value& value) {
  return wanted.empty() || std::ranges::find(wanted, value) != wanted.end();
}

}  // namespace

Workload CalledBy(const UsageSummary& summary) {
  Workload workload;
  for (const Usage& usage : summary.usages) {
    if (usage.layout.ranks < 2 || usage.layout.ranks_per_node == 0) continue;
    std::set<Bytes> sizes = {usage.least, usage.most};
    // Nobody knows, or there are none; empty messages of the others are the library's.
    if (!KnowsSizes(usage.collective) || usage.collective == Collective::kBarrier) {
      sizes = {Bytes{0}};
    } else if (usage.most == Bytes{0}) {
      continue;
    }
    for (const Bytes bytes : sizes) {
      workload[{usage.collective, usage.layout}][bytes] +=
          usage.time / static_cast<double>(sizes.size());
    }
  }
  return workload;
}

Workload Narrowed(const Workload& workload, const Narrowing& by) {
  std::set<Collective> collectives;
  std::set<int> ranks;
  for (const auto& [key, sizes] : workload) {
    collectives.insert(key.first);
    ranks.insert(key.second.ranks);
  }
  DemandAll(by.collectives, collectives, "--ops", [](Collective which) { return ToText(which); });
  DemandAll(by.ranks, ranks, "--ranks",
            [](int count) { return fmt::format("on {} ranks", count); });
  Workload left;
  for (const auto& [key, sizes] : workload) {
    if (!IsWanted(by.collectives, key.first) || !IsWanted(by.ranks, key.second.ranks)) continue;
    const bool all = by.sizes.empty() || !KnowsSizes(key.first) || sizes.contains(Bytes{0});
    for (const auto& [bytes, time] : sizes) {
      if (all || (by.sizes.front() <= bytes && bytes <= by.sizes.back())) left[key][bytes] = time;
    }
  }
  if (!left.empty()) return left;
  throw std::invalid_argument(
      "--from-stats: the application calls nothing on two ranks or more that is left by --ops, "
      "--ranks and --bytes");
}

std::string RemoveOthers(const Nodes& nodes, Workload& workload) {
  std::set<Layout> others;
  for (const auto& [key, sizes] : workload) {
    if (!CanForm(nodes, key.second)) others.insert(key.second);
  }
  if (others.empty()) return "";
  std::erase_if(workload, [&](const auto& one) { return others.contains(one.first.second); });
  std::vector<std::string> texts;
  for (const Layout& layout : others) texts.push_back(LayoutText(layout));
  std::string text =
      fmt::format("this job cannot form communicators of {}", fmt::join(texts, ", "));
  if (workload.empty()) {
    throw std::invalid_argument(
        "--from-stats: " + text +
        ", and the application has no others: start it as that was, as in: mpiexec -n 16 -f HOSTS "
        "colltune tune");
  }
  return text + ": they are left out";
}

}  // namespace colltune::tune
