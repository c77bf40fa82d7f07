#include "algorithms/schedule.h"

#include <algorithm>
#include <stdexcept>

namespace colltune {

Schedule& Schedule::Receive(Rank from, Block into) {
  if (Open() && messages_.back().side == Message::Side::kSend) {
    throw std::logic_error("schedule: a receive after a send of the same round");
  }
  messages_.push_back({Message::Side::kReceive, from, into});
  return *this;
}

Schedule& Schedule::Send(Rank to, Block from) {
  messages_.push_back({Message::Side::kSend, to, from});
  return *this;
}

Schedule& Schedule::NextRound() {
  if (Open()) ends_.push_back(messages_.size());
  return *this;
}

std::span<const Message> Schedule::round(std::size_t i) const {
  const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
  const std::size_t end = i < ends_.size() ? ends_[i] : messages_.size();
  return std::span(messages_).subspan(begin, end - begin);
}

bool operator==(const Schedule& a, const Schedule& b) {
  if (a.rounds() != b.rounds()) return false;
  for (std::size_t i = 0; i < a.rounds(); ++i) {
    if (!std::ranges::equal(a.round(i), b.round(i))) return false;
  }
  return true;
}

}  // namespace colltune
