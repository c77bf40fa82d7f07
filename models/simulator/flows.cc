#include "models/simulator/flows.h"

#include <algorithm>
#include <limits>

namespace colltune::models {
namespace {

constexpr double kRounding = 1e-12;  // of a time

// Least latency, for messages that a model gives none: shorter than light takes for a metre.
constexpr Seconds kLeastLatency{1e-9};

constexpr Seconds kNever(std::numeric_limits<double>::infinity());

std::vector<double> Capacities(std::span<const SharedLink> links) {
  std::vector<double> capacities;
  capacities.reserve(links.size());
  for (const SharedLink& link : links) capacities.push_back(1 / link.byte_time);
  return capacities;
}

}  // namespace

Flows::Flows(std::span<const SharedLink> links) : sharing_(Capacities(links)) {}

void Flows::Add(std::uint32_t message, const Route& route, double bytes, const MessageCost& cost,
                Seconds now) {
  const double most = cost.transfer > Seconds(0) ? bytes / cost.transfer.count()
                                                 : std::numeric_limits<double>::infinity();
  const double weight = 1 / std::max(cost.latency, kLeastLatency).count();
  const FairSharing::Flow flow = sharing_.Add(route, most, weight);
  if (flow == flows_.size()) {
    flows_.emplace_back();
    ends_.push_back(kNever);
    block_ends_.resize(flow / kBlock + 1);
  }
  flows_[flow] = {.message = message, .bytes = bytes, .since = now};
  changed_ = true;
}

void Flows::SetEnd(std::size_t flow, Seconds end) {
  ends_[flow] = end;
  block_ends_[flow / kBlock].reset();
}

bool Flows::MustUpdate(Seconds now, Seconds next) const {
  return changed_ && next > now * (1 + kRounding);
}

void Flows::Update(Seconds now) {
  for (const FairSharing::Flow flow : sharing_.Update()) {
    FlowState& state = flows_[flow];
    const double rate = sharing_.Rate(flow);
    if (rate == state.rate) continue;
    state.bytes = std::max(0.0, state.bytes - state.rate * (now - state.since).count());
    state.rate = rate;
    state.since = now;
    SetEnd(flow, now + Seconds(state.bytes / rate));
  }
  next_.reset();
  changed_ = false;
}

Seconds Flows::NextEnd() {
  if (ends_.empty()) return kNever;
  if (next_) return ends_[*next_];
  const auto least_of = [this](std::size_t block) {
    const auto begin = ends_.begin() + static_cast<std::ptrdiff_t>(block * kBlock);
    return std::min_element(begin, begin + static_cast<std::ptrdiff_t>(
                                               std::min(kBlock, ends_.size() - block * kBlock)));
  };
  for (std::size_t block = 0; block < block_ends_.size(); ++block) {
    if (!block_ends_[block]) block_ends_[block] = *least_of(block);
  }
  const auto first = std::ranges::min_element(block_ends_);
  const auto least = least_of(static_cast<std::size_t>(first - block_ends_.begin()));
  next_ = static_cast<std::size_t>(least - ends_.begin());
  return *least;
}

std::uint32_t Flows::TakeEnded() {
  NextEnd();  // sets next_
  const std::size_t flow = *next_;
  SetEnd(flow, kNever);
  next_.reset();
  sharing_.Remove(static_cast<FairSharing::Flow>(flow));
  changed_ = true;
  return flows_[flow].message;
}

}  // namespace colltune::models
