// Counts of messages and steps in schedules, to compare with published formulas.
#ifndef COLLTUNE_TESTS_ALGORITHMS_SCHEDULE_TESTING_H_
#define COLLTUNE_TESTS_ALGORITHMS_SCHEDULE_TESTING_H_

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "algorithms/schedule.h"

namespace colltune {

/// Messages of one side, and the number of elements in them.
struct Traffic {
  int messages = 0;
  std::int64_t elements = 0;

  friend bool operator==(const Traffic&, const Traffic&) = default;
};

inline Traffic Count(const Schedule& schedule, Message::Side side) {
  Traffic traffic;
  for (const Message& m : schedule.messages()) {
    if (m.side != side) continue;
    ++traffic.messages;
    traffic.elements += m.block.count;
  }
  return traffic;
}

inline Traffic Sent(const Schedule& schedule) { return Count(schedule, Message::Side::kSend); }
inline Traffic Received(const Schedule& schedule) {
  return Count(schedule, Message::Side::kReceive);
}

inline std::vector<Rank> Peers(const Schedule& schedule) {
  std::vector<Rank> peers;
  for (const Message& message : schedule.messages()) peers.push_back(message.peer);
  return peers;
}

/// Returns the number of steps of the whole collective; -1 in a deadlock. A message takes one step
/// from when both of its ends have begun the round that it belongs to; all else takes none.
/// Requires that each message has two ends.
inline int Steps(const std::vector<Schedule>& all) {
  struct Place {
    std::size_t rank, round;
  };
  std::map<std::pair<std::size_t, std::size_t>, std::vector<Place>> sends, receives;
  std::vector<std::vector<int>> begin;  // of each rank's rounds, and the end of the last
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    begin.emplace_back(all[rank].rounds() + 1, 0);
    for (std::size_t round = 0; round < all[rank].rounds(); ++round) {
      for (const Message& m : all[rank].round(round).messages) {
        const auto peer = static_cast<std::size_t>(m.peer);
        const bool is_send = m.side == Message::Side::kSend;
        (is_send ? sends[{rank, peer}] : receives[{peer, rank}]).push_back({rank, round});
      }
    }
  }
  std::size_t messages = 0;
  for (const auto& [channel, posted] : sends) messages += posted.size();
  std::size_t passes = 0;
  for (bool changed = true; changed;) {
    if (passes++ > messages) return -1;  // each pass settles a message at least
    changed = false;
    const auto delay = [&](const Place& place, int time) {
      int& next = begin[place.rank][place.round + 1];
      if (next >= time) return;
      next = time;
      changed = true;
    };
    for (const auto& [channel, posted] : sends) {
      for (std::size_t i = 0; i < posted.size(); ++i) {
        const Place& a = posted[i];
        const Place& b = receives[channel].at(i);
        const int end = std::max(begin[a.rank][a.round], begin[b.rank][b.round]) + 1;
        delay(a, end);
        delay(b, end);
      }
    }
    for (std::size_t rank = 0; rank < all.size(); ++rank) {
      for (std::size_t round = 0; round < all[rank].rounds(); ++round) {
        delay({rank, round}, begin[rank][round]);
      }
    }
  }
  int steps = 0;
  for (const auto& rank : begin) steps = std::max(steps, rank.back());
  return steps;
}

}  // namespace colltune

#endif  // COLLTUNE_TESTS_ALGORITHMS_SCHEDULE_TESTING_H_
