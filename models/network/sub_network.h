// A communicator's part of a job's network.
#ifndef COLLTUNE_MODELS_NETWORK_SUB_NETWORK_H_
#define COLLTUNE_MODELS_NETWORK_SUB_NETWORK_H_

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "models/network/network.h"

namespace colltune::models {

/// Network of some of the ranks of another network, which outlives it. `ranks` are their numbers
/// there.
class SubNetwork final : public Network {
 public:
  SubNetwork(const Network& whole, std::vector<Rank> ranks)
      : whole_(whole), ranks_(std::move(ranks)) {}

  MessageCost Cost(Rank from, Rank to, Bytes bytes) const override {
    return whole_.Cost(At(from), At(to), bytes);
  }
  std::span<const SharedLink> Links() const override { return whole_.Links(); }
  Route RouteOf(Rank from, Rank to) const override { return whole_.RouteOf(At(from), At(to)); }
  int SiteOf(Rank rank) const override { return whole_.SiteOf(At(rank)); }
  LocalCost LocalCostOf(Rank rank) const override { return whole_.LocalCostOf(At(rank)); }
  bool HasLocalCost() const override { return whole_.HasLocalCost(); }
  Incast IncastLimit() const override { return whole_.IncastLimit(); }
  SwitchPort PortTo(Rank to) const override { return whole_.PortTo(At(to)); }
  bool HasRendezvous() const override { return whole_.HasRendezvous(); }

 private:
  Rank At(Rank rank) const { return ranks_[static_cast<std::size_t>(rank)]; }

  const Network& whole_;
  std::vector<Rank> ranks_;
};

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_NETWORK_SUB_NETWORK_H_
