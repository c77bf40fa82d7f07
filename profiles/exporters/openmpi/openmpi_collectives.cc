#include "profiles/exporters/openmpi/openmpi_collectives.h"

#include <algorithm>
#include <array>
#include <limits>

namespace colltune {
namespace {

// Sizes are those of coll_tuned_decision_dynamic.c in 4.1.4, in 5.0.7 and in 2025, when it had
// learnt JSON; Open MPI's documentation says otherwise of scatter. A root that gathers in place,
// and the receivers of a scatter, may pass anything as the size of data that they do not send.
constexpr std::array kCollectives = {
    TunedCollective{Collective::kAllgather, 0, RuleSize::kTotal},
    TunedCollective{Collective::kAllgatherv, 1, RuleSize::kMessage},
    TunedCollective{Collective::kAllreduce, 2, RuleSize::kMessage},
    TunedCollective{Collective::kAlltoall, 3, RuleSize::kTotal},
    TunedCollective{Collective::kAlltoallv, 4, RuleSize::kNone},
    TunedCollective{Collective::kBarrier, 6, RuleSize::kNone},
    TunedCollective{Collective::kBcast, 7, RuleSize::kMessage},
    TunedCollective{Collective::kExscan, 8, RuleSize::kElement},
    TunedCollective{Collective::kGather, 9, RuleSize::kSendBuffer},
    TunedCollective{Collective::kReduce, 11, RuleSize::kMessage},
    TunedCollective{Collective::kReduceScatter, 12, RuleSize::kTotal},
    TunedCollective{Collective::kReduceScatterBlock, 13, RuleSize::kTotal},
    TunedCollective{Collective::kScan, 14, RuleSize::kElement},
    TunedCollective{Collective::kScatter, 15, RuleSize::kSendBuffer},
};

constexpr Bytes kMostBytes{std::numeric_limits<std::int64_t>::max()};

}  // namespace

std::span<const TunedCollective> TunedCollectives() { return kCollectives; }

const TunedCollective* FindTuned(Collective collective) {
  const auto found = std::ranges::find(kCollectives, collective, &TunedCollective::collective);
  return found == kCollectives.end() ? nullptr : &*found;
}

const TunedCollective* FindTuned(std::int64_t id) {
  const auto found = std::ranges::find(kCollectives, id, &TunedCollective::id);
  return found == kCollectives.end() ? nullptr : &*found;
}

bool TellsSizes(const TunedCollective& tuned) {
  return tuned.size == RuleSize::kMessage || tuned.size == RuleSize::kTotal;
}

Bytes ToRuleSize(const TunedCollective& tuned, int ranks, Bytes bytes) {
  constexpr Bytes kDouble{8};
  switch (tuned.size) {
    case RuleSize::kMessage:
      return bytes;
    case RuleSize::kTotal:
    case RuleSize::kSendBuffer:
      return bytes.count > kMostBytes.count / ranks ? kMostBytes : ranks * bytes;
    case RuleSize::kElement:
      return ranks * kDouble;
    case RuleSize::kNone:
      break;
  }
  return {};
}

Bytes FromRuleSize(const TunedCollective& tuned, int ranks, Bytes size) {
  switch (tuned.size) {
    case RuleSize::kMessage:
      return size;
    case RuleSize::kTotal:
    case RuleSize::kSendBuffer:
      return {size.count / ranks + (size.count % ranks > 0 ? 1 : 0)};
    case RuleSize::kElement:
    case RuleSize::kNone:
      break;
  }
  return {};
}

}  // namespace colltune
