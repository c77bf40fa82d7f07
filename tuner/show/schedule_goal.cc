// GOAL, the Group Operation Assembly Language: T. Hoefler, C. Siebert & A. Lumsdaine, "Group
// Operation Assembly Language - A Flexible Way to Express Collective Communication" (ICPP 2009).
// The text is what txt2bin of LogGOPSim reads: T. Hoefler, T. Schneider & A. Lumsdaine, "LogGOPSim
// - Simulating Large-Scale Applications in the LogGOPS Model" (LSAP 2010).
//
// Each round ends with a `calc 0` that requires all messages of the round, and that the messages of
// the next round require. So the number of dependencies grows linearly with the messages. The
// `calc 0` also stands for the copies and reductions of the round, whose cost has not been
// measured. A reader who has measured the cost may write it there, in nanoseconds.
//
// Sends of a round start in their order: each `irequires` (may not start before) the one before.
// LogGOPSim matches by source and tag. A message's tag is its place among all messages of its pair
// of ranks. So the nth send meets the nth receive, in whatever order receives are posted.
#include <fmt/format.h>

#include <unordered_map>
#include <vector>

#include "tuner/show/schedule_formats.h"

namespace colltune::tune {
namespace {

class RankWriter {
 public:
  RankWriter(const ScheduleView& view, Rank rank) : view_(view) {
    text_ = fmt::format("\nrank {} {{\n", rank);
  }

  void Add(const Round& round) {
    std::vector<int> operations;
    int send = kNone;
    for (const Message& message : round.messages) {
      operations.push_back(Add(message));
      if (round_ != kNone) Require(operations.back(), "requires", round_);
      if (message.side == Message::Side::kReceive) continue;
      if (send != kNone) Require(operations.back(), "irequires", send);
      send = operations.back();
    }
    const int end = Label("calc 0");
    // A round of steps alone has nothing to wait for but the round before.
    if (operations.empty() && round_ != kNone) operations.push_back(round_);
    for (const int operation : operations) Require(end, "requires", operation);
    round_ = end;
  }

  std::string Take() {
    // txt2bin is not made for ranks without any operation.
    if (round_ == kNone) Label("calc 0");
    return std::move(text_) + "}\n";
  }

 private:
  static constexpr int kNone = 0;  // labels count from 1

  template <typename Operation>
  int Label(const Operation& operation) {
    text_ += fmt::format("l{}: {}\n", ++labels_, operation);
    return labels_;
  }

  int Add(const Message& message) {
    const bool sends = message.side == Message::Side::kSend;
    const int tag = (sends ? sent_ : received_)[message.peer]++;
    return Label(fmt::format("{} {}b {} {} tag {}", sends ? "send" : "recv",
                             SizeOf(view_, message.block).count, sends ? "to" : "from",
                             message.peer, tag));
  }

  void Require(int operation, const char* how, int other) {
    text_ += fmt::format("l{} {} l{}\n", operation, how, other);
  }

  const ScheduleView& view_;
  std::string text_;
  int labels_ = 0;
  int round_ = kNone;  // the end of the last round
  std::unordered_map<Rank, int> sent_;
  std::unordered_map<Rank, int> received_;
};

}  // namespace

void WriteGoal(const ScheduleView& view, const Sink& sink) {
  sink(fmt::format("num_ranks {}\n", view.shape.ranks));
  for (Rank rank = 0; rank < view.shape.ranks; ++rank) {
    const Schedule schedule = view.schedule(rank);
    RankWriter writer(view, rank);
    for (std::size_t i = 0; i < schedule.rounds(); ++i) writer.Add(schedule.round(i));
    sink(writer.Take());
  }
}

}  // namespace colltune::tune
