// Simulation of a choice in several communicators at the same time.
#include <algorithm>
#include <iterator>
#include <utility>

#include "algorithms/agreement.h"
#include "models/simulator/deadline.h"
#include "models/simulator/simulation_engine.h"

namespace colltune::models {
namespace {

/// Windows of the schedules of several communicators of equally many ranks, read as those of one
/// communicator: its ranks are the ranks of the first, then those of the second, and so on.
class SiblingWindows {
 public:
  explicit SiblingWindows(std::vector<ScheduleWindows> siblings) : siblings_(std::move(siblings)) {}

  std::size_t ranks() const { return siblings_.size() * Each(); }
  std::size_t rounds(Rank rank) { return Of(rank).rounds(Own(rank)); }
  std::span<const Message> Messages(Rank rank, std::size_t round) {
    const std::span<const Message> own = Of(rank).Messages(Own(rank), round);
    messages_.assign(own.begin(), own.end());
    for (Message& message : messages_) message.peer += First(rank);
    return messages_;
  }
  bool IsAhead(Rank rank) { return Of(rank).IsAhead(Own(rank)); }
  bool IsPaced(Rank rank) { return Of(rank).IsPaced(Own(rank)); }
  std::span<const Wait> Waits(Rank rank, std::size_t round) {
    const std::span<const Wait> own = Of(rank).Waits(Own(rank), round);
    waits_.assign(own.begin(), own.end());
    for (Wait& wait : waits_) wait.peer += First(rank);
    return waits_;
  }
  LocalWork WorkBefore(Rank rank, std::size_t round) {
    return Of(rank).WorkBefore(Own(rank), round);
  }
  std::uint32_t RoundOf(Rank rank, std::size_t round) { return Of(rank).RoundOf(Own(rank), round); }
  Rank Peer(Rank rank, std::size_t round, std::size_t message) {
    return First(rank) + Of(rank).Peer(Own(rank), round, message);
  }

 private:
  std::size_t Each() const { return siblings_.front().ranks(); }
  Rank Own(Rank rank) const { return rank % static_cast<Rank>(Each()); }
  Rank First(Rank rank) const { return rank - Own(rank); }
  ScheduleWindows& Of(Rank rank) { return siblings_[static_cast<std::size_t>(rank) / Each()]; }

  std::vector<ScheduleWindows> siblings_;
  std::vector<Message> messages_;  // of the round that was read last
  std::vector<Wait> waits_;        // of the same round
};

}  // namespace

std::optional<Seconds> PredictSiblings(const Choice& choice, std::span<const Shape> problems,
                                       const Network& network, Seconds limit) {
  std::optional<Seconds> time = Seconds(0);
  if (Agrees(choice)) {
    std::vector<Shape> shapes;
    std::ranges::transform(problems, std::back_inserter(shapes), AgreementShape);
    time = PredictSiblings(Agreement(), shapes, network, limit);
    if (!time) return std::nullopt;
  }
  std::vector<ScheduleWindows> siblings;
  siblings.reserve(problems.size());
  for (const Shape& problem : problems) {
    siblings.emplace_back(choice, ScheduleShape(*choice.algorithm, problem),
                          network.HasLocalCost());
  }
  const Bytes element =
      ElementOfMessages(choice, ScheduleShape(*choice.algorithm, problems.front()));
  const auto then =
      PlayWithin(SiblingWindows(std::move(siblings)), element, network, limit - *time);
  return then ? std::optional(*time + *then) : std::nullopt;
}

}  // namespace colltune::models
