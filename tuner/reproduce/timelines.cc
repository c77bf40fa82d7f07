#include "tuner/reproduce/timelines.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "algorithms/registry.h"
#include "models/simulator/simulator.h"
#include "tuner/reproduce/hoefler2008.h"
#include "tuner/show/timeline.h"

namespace colltune::tune {
namespace {

using hoefler2008::kAlone;
using hoefler2008::kBehindBarrier;
using hoefler2008::kLatency;
using hoefler2008::kLateReceivers;
using hoefler2008::kLateRoot;
using hoefler2008::kTogether;

constexpr int kRanks = 4;
constexpr Bytes kElement{1};

/// The paper's LogP without o: L and g of `show --timeline`'s example. Rank kRanks is no process:
/// its messages tell the four ranks when to start.
class LogP final : public models::Network {
 public:
  explicit LogP(const std::array<Seconds, kRanks>& starts) : starts_(starts) {
    for (const auto& parameter : ExampleNetwork().model.parameters) {
      if (parameter.name == "L") latency_ = Seconds(parameter.value);
      if (parameter.name == "g") gap_ = Seconds(parameter.value);
    }
  }

  models::MessageCost Cost(Rank from, Rank to, Bytes) const override {
    if (from == kRanks) return {.latency = starts_[static_cast<std::size_t>(to)]};
    return {.gap = gap_, .latency = latency_};
  }

  Seconds latency() const { return latency_; }

 private:
  const std::array<Seconds, kRanks> starts_;
  Seconds latency_{};
  Seconds gap_{};
};

/// The schedule of a linear collective on one of the four ranks.
Schedule Linear(Collective collective, Rank rank) {
  const Choice flat = ParseChoice(collective, "flat");
  return flat.algorithm->build({.ranks = kRanks, .element = kElement}, rank, flat.parameters);
}

/// Returns when each of the four ranks has finished the operations, one after the other. Appends
/// the chart to `charts`.
std::vector<Seconds> Finish(const std::vector<Collective>& operations, const LogP& network,
                            const std::string& title, std::string& charts) {
  std::vector<Schedule> schedules(kRanks + 1);
  for (Rank rank = 0; rank < kRanks; ++rank) {
    Schedule& schedule = schedules[static_cast<std::size_t>(rank)];
    schedule.Receive(kRanks, kNothing).NextRound();
    schedules[kRanks].Send(rank, kNothing);
    for (const Collective operation : operations) {
      schedule.Append(Linear(operation, rank)).NextRound();
    }
  }
  auto lines = models::Trace(schedules, kElement, network);
  lines.resize(kRanks);
  charts += fmt::format("  {}\n", title);
  WriteChart(lines, [&](std::string_view text) { charts += text; });
  auto finish = models::Simulate(schedules, kElement, network);
  finish.resize(kRanks);
  return finish;
}

}  // namespace

Drawing RunPipeline(const Bench&) {
  Drawing drawing;
  for (const int operations : {1, 3}) {
    const auto finish =
        Finish(std::vector(static_cast<std::size_t>(operations), Collective::kBcast), LogP({}),
               fmt::format("{} in a row", operations), drawing.charts);
    drawing.rows.push_back(
        {"", std::string(kLatency), operations, std::ranges::max(finish).count() / operations});
  }
  return drawing;
}

Drawing RunSkew(const Bench&) {
  Drawing drawing;
  const Seconds late = 2 * LogP({}).latency();  // messages have arrived by then, or ranks wait
  struct Case {
    std::string_view name;
    std::array<Seconds, kRanks> starts;
  };
  const std::array<Case, 3> cases = {
      {{kTogether, {}}, {kLateReceivers, {Seconds(0), late, late}}, {kLateRoot, {late}}}};
  for (const auto& [name, starts] : cases) {
    const auto finish =
        Finish({Collective::kBcast}, LogP(starts), std::string(name), drawing.charts);
    for (std::size_t rank = 0; rank < kRanks; ++rank) {
      drawing.rows.push_back({std::string(name), std::string(kLatency),
                              static_cast<std::int64_t>(rank),
                              (finish[rank] - starts[rank]).count()});
    }
  }
  return drawing;
}

Drawing RunBarrier(const Bench&) {
  Drawing drawing;
  const LogP network({});
  const auto add = [&](std::string_view group, const std::vector<Seconds>& begin,
                       const std::vector<Seconds>& end) {
    for (std::size_t rank = 0; rank < kRanks; ++rank) {
      drawing.rows.push_back({std::string(group), std::string(kLatency),
                              static_cast<std::int64_t>(rank), (end[rank] - begin[rank]).count()});
    }
  };
  add(kAlone, std::vector<Seconds>(kRanks),
      Finish({Collective::kBcast}, network, "alone", drawing.charts));
  std::string no_chart;
  const auto released = Finish({Collective::kBarrier}, network, "", no_chart);
  add(kBehindBarrier, released,
      Finish({Collective::kBarrier, Collective::kBcast}, network, "behind a barrier",
             drawing.charts));
  return drawing;
}

}  // namespace colltune::tune
