#include "models/simulator/fair_sharing.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace colltune::models {
namespace {

/// Links whose shares differ by no more than rounding are full at the same time.
constexpr double kRounding = 1e-12;

std::span<const std::int32_t> LinksOf(const Route& route) {
  return std::span(route.links).first(static_cast<std::size_t>(route.count));
}

}  // namespace

FairSharing::FairSharing(std::span<const double> capacities) : links_(capacities.size()) {
  for (std::size_t i = 0; i < links_.size(); ++i) links_[i].capacity = capacities[i];
}

FairSharing::Flow FairSharing::Add(const Route& route, double most, double weight) {
  assert(route.count > 0 && most > 0 && weight > 0);
  if (unused_.empty()) {
    unused_.push_back(static_cast<Flow>(flows_.size()));
    flows_.emplace_back();
  }
  const Flow flow = unused_.back();
  unused_.pop_back();
  FlowState& state = flows_[flow];
  state = {.route = route, .most = most, .weight = weight};
  std::size_t i = 0;
  for (const std::int32_t l : LinksOf(route)) {
    std::vector<Flow>& flows = links_[static_cast<std::size_t>(l)].flows;
    state.places[i++] = static_cast<std::uint32_t>(flows.size());
    flows.push_back(flow);
    touched_.push_back(l);
  }
  return flow;
}

void FairSharing::Remove(Flow flow) {
  const FlowState& state = flows_[flow];
  std::size_t i = 0;
  for (const std::int32_t l : LinksOf(state.route)) {
    std::vector<Flow>& flows = links_[static_cast<std::size_t>(l)].flows;
    const std::uint32_t place = state.places[i++];
    const Flow moved = flows.back();
    FlowState& other = flows_[moved];
    const std::span<const std::int32_t> its = LinksOf(other.route);
    other.places[static_cast<std::size_t>(std::ranges::find(its, l) - its.begin())] = place;
    flows[place] = moved;
    flows.pop_back();
    touched_.push_back(l);
  }
  unused_.push_back(flow);
}

std::span<const FairSharing::Flow> FairSharing::Update() {
  FindAllJoined();
  while (open_ > 0) {
    const double share = LeastShare();
    if (!SetThoseBelow(share)) SetThoseOfFullLinks(share);
  }
  for (const std::int32_t l : found_links_) links_[static_cast<std::size_t>(l)].is_found = false;
  for (const Flow flow : found_) flows_[flow].is_found = false;
  return found_;
}

void FairSharing::Find(std::int32_t l) {
  Link& link = links_[static_cast<std::size_t>(l)];
  if (link.is_found) return;
  link.is_found = true;
  link.left = link.capacity;
  link.open = link.flows.size();
  link.weight = 0;
  for (const Flow flow : link.flows) link.weight += flows_[flow].weight;
  found_links_.push_back(l);
}

void FairSharing::FindAllJoined() {
  found_links_.clear();
  found_.clear();
  limited_.clear();
  next_limited_ = 0;
  for (const std::int32_t l : touched_) Find(l);
  touched_.clear();
  for (std::size_t i = 0; i < found_links_.size(); ++i) {  // found_links_ grows
    for (const Flow flow : links_[static_cast<std::size_t>(found_links_[i])].flows) {
      FlowState& state = flows_[flow];
      if (state.is_found) continue;
      state.is_found = true;
      state.is_set = false;
      found_.push_back(flow);
      double narrowest = std::numeric_limits<double>::infinity();
      for (const std::int32_t l : LinksOf(state.route)) {
        Find(l);
        narrowest = std::min(narrowest, links_[static_cast<std::size_t>(l)].capacity);
      }
      if (state.most < narrowest) limited_.push_back(flow);
    }
  }
  std::ranges::sort(limited_, {},
                    [this](Flow flow) { return flows_[flow].most / flows_[flow].weight; });
  open_ = found_.size();
}

double FairSharing::LeastShare() const {
  double least = std::numeric_limits<double>::infinity();
  for (const std::int32_t l : found_links_) {
    const Link& link = links_[static_cast<std::size_t>(l)];
    if (link.open > 0) least = std::min(least, link.Share());
  }
  return least;
}

/// Sets the flows whose `most` is at most their share; the others then keep as much, or get more.
/// Returns whether there was such a flow.
bool FairSharing::SetThoseBelow(double share) {
  bool any = false;
  for (; next_limited_ < limited_.size(); ++next_limited_) {
    const Flow flow = limited_[next_limited_];
    if (flows_[flow].is_set) continue;
    if (flows_[flow].most > share * flows_[flow].weight) break;
    Set(flow, flows_[flow].most);
    any = true;
  }
  return any;
}

void FairSharing::SetThoseOfFullLinks(double share) {
  for (const std::int32_t l : found_links_) {
    const Link& link = links_[static_cast<std::size_t>(l)];
    if (link.open == 0 || link.Share() > share * (1 + kRounding)) continue;
    for (const Flow flow : link.flows) {
      if (!flows_[flow].is_set) Set(flow, share * flows_[flow].weight);
    }
  }
}

void FairSharing::Set(Flow flow, double rate) {
  FlowState& state = flows_[flow];
  state.rate = rate;
  state.is_set = true;
  --open_;
  for (const std::int32_t l : LinksOf(state.route)) {
    Link& link = links_[static_cast<std::size_t>(l)];
    link.left = std::max(0.0, link.left - rate);
    link.weight -= state.weight;
    --link.open;
  }
}

}  // namespace colltune::models
