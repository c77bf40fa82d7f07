#include "models/simulator/flows.h"

#include <algorithm>
#include <functional>
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
  const FairSharing::Bundle bundle = sharing_.Add(route, most, weight);
  if (bundle >= bundles_.size()) {
    bundles_.resize(bundle + 1);
    ends_.resize(bundle + 1, kNever);
    block_ends_.resize(bundle / kBlock + 1);
  }
  BundleState& state = bundles_[bundle];
  if (state.flows.empty()) {
    state.carried = state.rate = 0;
    state.since = now;
  }
  Carry(state, now);
  state.flows.push_back({state.carried + bytes, ++flows_so_far_, message});
  std::ranges::push_heap(state.flows, std::greater());
  state.has_new_end = true;
  changed_ = true;
}

void Flows::Carry(BundleState& state, Seconds now) {
  state.carried += state.rate * (now - state.since).count();
  state.since = now;
}

void Flows::SetEnd(std::size_t bundle) {
  const BundleState& state = bundles_[bundle];
  ends_[bundle] = kNever;
  if (!state.flows.empty() && state.rate > 0) {
    const double left = std::max(0.0, state.flows.front().end - state.carried);
    ends_[bundle] = state.since + Seconds(left / state.rate);
  }
  block_ends_[bundle / kBlock].reset();
}

bool Flows::MustUpdate(Seconds now, Seconds next) const {
  return changed_ && next > now * (1 + kRounding);
}

void Flows::Update(Seconds now) {
  for (const FairSharing::Bundle bundle : sharing_.Update()) {
    BundleState& state = bundles_[bundle];
    const double rate = sharing_.Rate(bundle);
    if (rate == state.rate && !state.has_new_end) continue;
    if (rate != state.rate) Carry(state, now);
    state.rate = rate;
    state.has_new_end = false;
    SetEnd(bundle);
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
  const std::size_t bundle = *next_;
  BundleState& state = bundles_[bundle];
  std::ranges::pop_heap(state.flows, std::greater());
  const std::uint32_t message = state.flows.back().message;
  state.flows.pop_back();
  SetEnd(bundle);
  next_.reset();
  sharing_.Remove(static_cast<FairSharing::Bundle>(bundle));
  changed_ = true;
  return message;
}

}  // namespace colltune::models
