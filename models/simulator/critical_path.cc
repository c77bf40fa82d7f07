// Critical path: a simulation that records why each rank waits, and the way back from the last
// rank's finish.
#include <algorithm>
#include <tuple>
#include <utility>

#include "models/simulator/simulation_engine.h"

namespace colltune::models {
namespace {

/// Times of a message, and the reasons why they are no earlier.
struct MessageStory {
  Passage passage;
  Seconds start{};
  Hold hold = Hold::kSender;
  MessageNumber port_before = kNoMessage;  // for Hold::kPort
  Seconds arrival{};
  MessageNumber arrival_before = kNoMessage;  // message that closed the receiver's port, if any
};

struct Deed {
  Activity activity;
  MessageNumber message;
};

class PathRecorder {
 public:
  explicit PathRecorder(std::size_t ranks) : deeds_(ranks) {}

  void Note(Rank rank, const Activity& activity, MessageNumber message) {
    if (activity.begin < activity.end) {
      deeds_[static_cast<std::size_t>(rank)].push_back({activity, message});
    }
  }
  MessageNumber Start(const Passage& passage) {
    messages_.push_back({.passage = passage});
    return static_cast<MessageNumber>(messages_.size() - 1);
  }
  void Begin(MessageNumber message, Seconds start, Hold hold, MessageNumber before) {
    messages_[message].start = start;
    messages_[message].hold = hold;
    messages_[message].port_before = before;
  }
  void Arrive(MessageNumber message, Seconds time) { messages_[message].arrival = time; }
  void Delay(MessageNumber message, Seconds time, MessageNumber before) {
    messages_[message].arrival = time;
    messages_[message].arrival_before = before;
  }

  const MessageStory& StoryOf(MessageNumber message) const { return messages_[message]; }

  /// Returns the activity of `rank` until `time`; nullptr at 0. Requires that `rank` is active
  /// until then.
  const Deed* Before(Rank rank, Seconds time) const {
    const std::vector<Deed>& deeds = deeds_[static_cast<std::size_t>(rank)];
    const auto after = std::ranges::lower_bound(
        deeds, time, {}, [](const Deed& deed) { return deed.activity.begin; });
    return after == deeds.begin() ? nullptr : &*std::prev(after);
  }

 private:
  std::vector<std::vector<Deed>> deeds_;
  std::vector<MessageStory> messages_;
};

/// Walks from a time at a rank back to 0.
class WayBack {
 public:
  explicit WayBack(const PathRecorder& record) : record_(record) {}

  std::vector<PathStep> From(Rank rank, Seconds time) {
    while (const Deed* deed = record_.Before(rank, time)) {
      const Activity& activity = deed->activity;
      const auto story = [&]() -> const MessageStory& { return record_.StoryOf(deed->message); };
      const auto spend = [&](Kind kind, Rank peer) {
        Add({kind, rank, peer, activity.round, activity.begin, time});
        time = activity.begin;
      };
      switch (activity.kind) {
        case Activity::Kind::kSend:
          spend(Kind::kSend, story().passage.to);
          break;
        case Activity::Kind::kReceive:
          spend(Kind::kReceive, story().passage.from);
          break;
        case Activity::Kind::kLocal:
          spend(Kind::kLocal, rank);
          break;
        case Activity::Kind::kAwaitMessage:
          std::tie(rank, time) = BeforeArrival(story());
          break;
        case Activity::Kind::kAwaitBuffers: {
          const Passage& passage = story().passage;
          Add({Kind::kWire, passage.from, passage.to, passage.round, story().start, time});
          std::tie(rank, time) = BeforeStart(story());
          break;
        }
      }
    }
    std::ranges::reverse(steps_);
    return std::move(steps_);
  }

 private:
  using Kind = PathStep::Kind;
  using Place = std::pair<Rank, Seconds>;

  void Add(const PathStep& step) {
    if (step.begin < step.end) steps_.push_back(step);
  }

  Place BeforeArrival(const MessageStory& last) {
    const MessageStory* story = &last;
    while (story->arrival_before != kNoMessage) {
      const MessageStory& before = record_.StoryOf(story->arrival_before);
      Add({Kind::kReceivePort, before.passage.to, before.passage.from, before.passage.round,
           before.arrival, story->arrival});
      story = &before;
    }
    Add({Kind::kWire, story->passage.from, story->passage.to, story->passage.round, story->start,
         story->arrival});
    return BeforeStart(*story);
  }

  Place BeforeStart(const MessageStory& last) {
    const MessageStory* story = &last;
    while (story->hold == Hold::kPort) {
      const MessageStory& before = record_.StoryOf(story->port_before);
      Add({Kind::kPort, before.passage.from, before.passage.to, before.passage.round, before.start,
           story->start});
      story = &before;
    }
    const Passage& passage = story->passage;
    return {story->hold == Hold::kReceiver ? passage.to : passage.from, story->start};
  }

  const PathRecorder& record_;
  std::vector<PathStep> steps_;
};

}  // namespace

std::vector<PathStep> CriticalPath(std::span<const Schedule> schedules, Bytes element,
                                   const Network& network, std::span<const Program> programs) {
  PathRecorder record(schedules.size());
  const std::vector<Seconds> finish =
      Play(WholeSchedules(schedules, programs), element, network, record);
  const auto last = std::ranges::max_element(finish);
  if (last == finish.end()) return {};
  return WayBack(record).From(static_cast<Rank>(last - finish.begin()), *last);
}

}  // namespace colltune::models
