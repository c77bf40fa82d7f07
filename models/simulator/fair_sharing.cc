#include "models/simulator/fair_sharing.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace colltune::models {
namespace {

/// Links whose shares differ by no more than rounding are full at the same time.
constexpr double kRounding = 1e-12;

}  // namespace

FairSharing::FairSharing(std::span<const double> capacities) : links_(capacities.size()) {
  for (std::size_t i = 0; i < links_.size(); ++i) links_[i].capacity = capacities[i];
}

FairSharing::Bundle FairSharing::Add(const Route& route, double most, double weight) {
  assert(route.count > 0 && most > 0 && weight > 0);
  Kind kind{.links = {}, .count = route.count, .most = most, .weight = weight};
  std::copy_n(route.links.begin(), route.count, kind.links.begin());
  std::sort(kind.links.begin(), kind.links.begin() + kind.count);
  touched_.insert(touched_.end(), kind.Links().begin(), kind.Links().end());
  if (const std::optional<Bundle> alike = FindAlike(kind)) {
    ++bundles_[*alike].flows;
    return *alike;
  }
  if (unused_.empty()) {
    unused_.push_back(static_cast<Bundle>(bundles_.size()));
    bundles_.emplace_back();
  }
  const Bundle bundle = unused_.back();
  unused_.pop_back();
  bundles_[bundle] = {.kind = kind, .flows = 1};
  Begin(bundle);
  return bundle;
}

/// Returns the bundle of a kind, if it has flows. Takes time in proportion to the bundles of the
/// link that has the fewest; a hash table took longer where each pair of ranks has its own bundle.
std::optional<FairSharing::Bundle> FairSharing::FindAlike(const Kind& kind) const {
  const std::vector<Bundle>* fewest = nullptr;
  for (const std::int32_t l : kind.Links()) {
    const std::vector<Bundle>& bundles = links_[static_cast<std::size_t>(l)].bundles;
    if (fewest == nullptr || bundles.size() < fewest->size()) fewest = &bundles;
  }
  const auto found = std::ranges::find(
      *fewest, kind, [this](Bundle bundle) -> const Kind& { return bundles_[bundle].kind; });
  return found == fewest->end() ? std::nullopt : std::optional(*found);
}

void FairSharing::Remove(Bundle bundle) {
  BundleState& state = bundles_[bundle];
  touched_.insert(touched_.end(), state.kind.Links().begin(), state.kind.Links().end());
  if (--state.flows > 0) return;
  End(bundle);
  unused_.push_back(bundle);
}

/// Enters a bundle in its links.
void FairSharing::Begin(Bundle bundle) {
  BundleState& state = bundles_[bundle];
  std::size_t i = 0;
  for (const std::int32_t l : state.kind.Links()) {
    std::vector<Bundle>& bundles = links_[static_cast<std::size_t>(l)].bundles;
    state.places[i++] = static_cast<std::uint32_t>(bundles.size());
    bundles.push_back(bundle);
  }
}

/// Takes a bundle out of its links.
void FairSharing::End(Bundle bundle) {
  const BundleState& state = bundles_[bundle];
  std::size_t i = 0;
  for (const std::int32_t l : state.kind.Links()) {
    std::vector<Bundle>& bundles = links_[static_cast<std::size_t>(l)].bundles;
    const std::uint32_t place = state.places[i++];
    const Bundle moved = bundles.back();
    BundleState& other = bundles_[moved];
    const std::span<const std::int32_t> its = other.kind.Links();
    other.places[static_cast<std::size_t>(std::ranges::find(its, l) - its.begin())] = place;
    bundles[place] = moved;
    bundles.pop_back();
  }
}

std::span<const FairSharing::Bundle> FairSharing::Update() {
  FindAllJoined();
  while (open_ > 0) {
    const double share = LeastShare();
    if (!SetThoseBelow(share)) SetThoseOfFullLinks(share);
  }
  for (const std::int32_t l : found_links_) links_[static_cast<std::size_t>(l)].is_found = false;
  for (const Bundle bundle : found_) bundles_[bundle].is_found = false;
  return found_;
}

void FairSharing::Find(std::int32_t l) {
  Link& link = links_[static_cast<std::size_t>(l)];
  if (link.is_found) return;
  link.is_found = true;
  link.left = link.capacity;
  link.open = link.bundles.size();
  link.weight = 0;
  for (const Bundle bundle : link.bundles) link.weight += bundles_[bundle].Weight();
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
    for (const Bundle bundle : links_[static_cast<std::size_t>(found_links_[i])].bundles) {
      BundleState& state = bundles_[bundle];
      if (state.is_found) continue;
      state.is_found = true;
      state.is_set = false;
      found_.push_back(bundle);
      double narrowest = std::numeric_limits<double>::infinity();
      for (const std::int32_t l : state.kind.Links()) {
        Find(l);
        narrowest = std::min(narrowest, links_[static_cast<std::size_t>(l)].capacity);
      }
      if (state.kind.most < narrowest) limited_.push_back(bundle);
    }
  }
  std::ranges::sort(limited_, {}, [this](Bundle bundle) {
    return bundles_[bundle].kind.most / bundles_[bundle].kind.weight;
  });
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

/// Sets the bundles whose `most` is at most their share; the others then keep as much, or get more.
/// Returns whether there was such a bundle.
bool FairSharing::SetThoseBelow(double share) {
  bool any = false;
  for (; next_limited_ < limited_.size(); ++next_limited_) {
    const Bundle bundle = limited_[next_limited_];
    const BundleState& state = bundles_[bundle];
    if (state.is_set) continue;
    if (state.kind.most > share * state.kind.weight) break;
    Set(bundle, state.kind.most);
    any = true;
  }
  return any;
}

void FairSharing::SetThoseOfFullLinks(double share) {
  for (const std::int32_t l : found_links_) {
    const Link& link = links_[static_cast<std::size_t>(l)];
    if (link.open == 0 || link.Share() > share * (1 + kRounding)) continue;
    for (const Bundle bundle : link.bundles) {
      if (!bundles_[bundle].is_set) Set(bundle, share * bundles_[bundle].kind.weight);
    }
  }
}

void FairSharing::Set(Bundle bundle, double rate) {
  BundleState& state = bundles_[bundle];
  state.rate = rate;
  state.is_set = true;
  --open_;
  for (const std::int32_t l : state.kind.Links()) {
    Link& link = links_[static_cast<std::size_t>(l)];
    link.left = std::max(0.0, link.left - static_cast<double>(state.flows) * rate);
    link.weight -= state.Weight();
    --link.open;
  }
}

}  // namespace colltune::models
