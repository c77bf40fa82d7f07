#include "algorithms/run/schedule_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <string>

#include "algorithms/out_of_memory.h"

namespace colltune {
namespace {

/// Memory limit of the cache, beyond which all schedules are dropped: those that depend on the
/// message size pile up in a program of many sizes. A hundred schedules of 4 MiB messages in
/// segments of 8 KiB fit.
constexpr std::int64_t kMostKept = 4 << 20;  // bytes

std::vector<int> Announcements(std::span<const Message> messages) {
  std::vector<int> announcements(messages.size());
  std::map<std::pair<Message::Side, Rank>, int> behind;
  for (std::size_t i = messages.size(); i-- > 0;) {
    int& left = behind[{messages[i].side, messages[i].peer}];
    announcements[i] = std::min(left++, KeptSchedule::kMostAnnounced);
  }
  return announcements;
}

/// Returns the memory of a kept schedule, in bytes.
std::int64_t Size(const Schedule& schedule, const Program& ahead) {
  return schedule.memory().count +
         static_cast<std::int64_t>(schedule.messages().size() * sizeof(int) +
                                   ahead.size() * sizeof(Action));
}

}  // namespace

KeptSchedule::KeptSchedule(Schedule made, Program program)
    : schedule(std::move(made)),
      scratch(schedule.scratch()),
      slots(schedule.slots()),
      announced(Announcements(schedule.messages())),
      ahead(std::move(program)),
      largest(LargestMessage(schedule)) {}

std::size_t KeptSchedules::Hash::operator()(const Key& key) const {
  std::size_t hash = std::hash<const void*>()(key.choice.algorithm);
  // Fibonacci hashing: 2^64 / golden ratio spreads small numbers over all bits (Knuth, TAOCP 6.4).
  constexpr std::size_t kSpread = 0x9e3779b97f4a7c15;
  const auto& [segment, k, outstanding, bytes, within, between, padded] = key.choice.parameters;
  const Shape& shape = key.shape;
  for (const std::int64_t part :
       {segment, k, outstanding, bytes, within, between, padded, std::int64_t{shape.ranks},
        std::int64_t{shape.root}, shape.elements, shape.element.count, std::int64_t{shape.in_place},
        std::int64_t{shape.commutative}}) {
    hash = (hash ^ static_cast<std::size_t>(part)) * kSpread;
  }
  return hash;
}

const KeptSchedule& KeptSchedules::Find(const Choice& choice, const Shape& shape) {
  const std::size_t at = static_cast<std::size_t>(shape.root + shape.elements) % kRecent;
  const auto* const recent = recent_[at];
  if (recent != nullptr && recent->first.choice == choice && recent->first.shape == shape) {
    return recent->second;
  }
  const Key key{choice, shape};
  auto found = kept_.find(key);
  if (found == kept_.end()) found = Make(key);
  recent_[at] = &*found;
  return found->second;
}

KeptSchedules::Kept::iterator KeptSchedules::Make(const Key& key) {
  if (const std::string reason = Declines(key.choice, key.shape); !reason.empty()) {
    throw Declined(fmt::format("{} {}", key.choice.algorithm->name, reason));
  }
  return Allocate([&] {
    Schedule schedule = key.choice.algorithm->build(key.shape, rank_, key.choice.parameters);
    Program ahead = AheadOf(key.choice.algorithm->collective, key.shape, rank_, schedule);
    return Keep(key, std::move(schedule), std::move(ahead));
  });
}

KeptSchedules::Kept::iterator KeptSchedules::Keep(const Key& key, Schedule schedule,
                                                  Program ahead) {
  const std::int64_t size = Size(schedule, ahead);
  if (bytes_ + size > kMostKept) {
    kept_.clear();
    recent_ = {};
    bytes_ = 0;
  }
  bytes_ += size;
  return kept_.emplace(key, KeptSchedule(std::move(schedule), std::move(ahead))).first;
}

}  // namespace colltune
