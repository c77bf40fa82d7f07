#include "profiles/exporters/openmpi/openmpi_algorithms.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "algorithms/units.h"

namespace colltune {
namespace {

constexpr std::array<std::pair<std::string_view, std::int64_t TunedChoice::*>, 4> kValueNames = {{
    {"faninout", &TunedChoice::fanout},
    {"segsize", &TunedChoice::segment},
    {"reqs", &TunedChoice::requests},
    {"radix", &TunedChoice::radix},
}};

/// Values that an algorithm looks at, as bits.
enum Values : unsigned { kNothingElse = 0, kFanout = 1, kSegments = 2, kRequests = 4 };

struct Known {
  Collective collective;
  int number;
  std::string_view name;
  unsigned values = kNothingElse;
  OpenMpi since = OpenMpi::k41;
};

// The newest name of a number comes first.
constexpr std::array kKnown = {
    Known{Collective::kAllgather, 1, "linear"},
    Known{Collective::kAllgather, 2, "bruck-k-fanout", kFanout, OpenMpi::k60},
    Known{Collective::kAllgather, 2, "bruck"},
    Known{Collective::kAllgather, 3, "recursive_doubling"},
    Known{Collective::kAllgather, 4, "ring"},
    Known{Collective::kAllgather, 5, "neighbor"},
    Known{Collective::kAllgather, 6, "two_proc"},
    Known{Collective::kAllgather, 7, "sparbit", kNothingElse, OpenMpi::k50},
    Known{Collective::kAllgather, 8, "direct-messaging", kNothingElse, OpenMpi::k60},
    Known{Collective::kAllgatherv, 1, "default"},
    Known{Collective::kAllgatherv, 2, "bruck"},
    Known{Collective::kAllgatherv, 3, "ring"},
    Known{Collective::kAllgatherv, 4, "neighbor"},
    Known{Collective::kAllgatherv, 5, "two_proc"},
    Known{Collective::kAllgatherv, 6, "sparbit", kNothingElse, OpenMpi::k50},
    Known{Collective::kAllreduce, 1, "basic_linear"},
    Known{Collective::kAllreduce, 2, "nonoverlapping"},
    Known{Collective::kAllreduce, 3, "recursive_doubling"},
    Known{Collective::kAllreduce, 4, "ring"},
    Known{Collective::kAllreduce, 5, "segmented_ring", kSegments},
    Known{Collective::kAllreduce, 6, "rabenseifner"},
    Known{Collective::kAllreduce, 7, "allgather_reduce", kNothingElse, OpenMpi::k60},
    Known{Collective::kAlltoall, 1, "linear"},
    Known{Collective::kAlltoall, 2, "pairwise"},
    Known{Collective::kAlltoall, 3, "modified_bruck"},
    Known{Collective::kAlltoall, 4, "linear_sync", kRequests},
    Known{Collective::kAlltoall, 5, "two_proc"},
    Known{Collective::kAlltoallv, 1, "basic_linear"},
    Known{Collective::kAlltoallv, 2, "pairwise"},
    Known{Collective::kBarrier, 1, "linear"},
    Known{Collective::kBarrier, 2, "double_ring"},
    Known{Collective::kBarrier, 3, "recursive_doubling"},
    Known{Collective::kBarrier, 4, "bruck"},
    Known{Collective::kBarrier, 5, "two_proc"},
    Known{Collective::kBarrier, 6, "tree"},
    Known{Collective::kBcast, 1, "basic_linear"},
    Known{Collective::kBcast, 2, "chain", kFanout | kSegments},
    Known{Collective::kBcast, 3, "pipeline", kSegments},
    Known{Collective::kBcast, 4, "split_binary_tree", kSegments},
    Known{Collective::kBcast, 5, "binary_tree", kSegments},
    Known{Collective::kBcast, 6, "binomial", kSegments},
    Known{Collective::kBcast, 7, "knomial", kSegments},
    Known{Collective::kBcast, 8, "scatter_allgather"},
    Known{Collective::kBcast, 9, "scatter_allgather_ring"},
    Known{Collective::kExscan, 1, "linear"},
    Known{Collective::kExscan, 2, "recursive_doubling"},
    Known{Collective::kGather, 1, "basic_linear"},
    Known{Collective::kGather, 2, "binomial"},
    Known{Collective::kGather, 3, "linear_sync", kSegments},
    Known{Collective::kReduce, 1, "linear"},
    Known{Collective::kReduce, 2, "chain", kFanout | kSegments | kRequests},
    Known{Collective::kReduce, 3, "pipeline", kSegments | kRequests},
    Known{Collective::kReduce, 4, "binary", kSegments | kRequests},
    Known{Collective::kReduce, 5, "binomial", kSegments | kRequests},
    Known{Collective::kReduce, 6, "in-order_binary", kSegments | kRequests},
    Known{Collective::kReduce, 7, "rabenseifner"},
    Known{Collective::kReduce, 8, "knomial", kFanout | kSegments | kRequests, OpenMpi::k60},
    Known{Collective::kReduceScatter, 1, "non-overlapping"},
    Known{Collective::kReduceScatter, 2, "recursive_halving"},
    Known{Collective::kReduceScatter, 3, "ring"},
    Known{Collective::kReduceScatter, 4, "butterfly"},
    Known{Collective::kReduceScatterBlock, 1, "basic_linear"},
    Known{Collective::kReduceScatterBlock, 2, "recursive_doubling"},
    Known{Collective::kReduceScatterBlock, 3, "recursive_halving"},
    Known{Collective::kReduceScatterBlock, 4, "butterfly"},
    Known{Collective::kScan, 1, "linear"},
    Known{Collective::kScan, 2, "recursive_doubling"},
    Known{Collective::kScatter, 1, "basic_linear"},
    Known{Collective::kScatter, 2, "binomial"},
    Known{Collective::kScatter, 3, "linear_nb"},
};

const Known* FindKnown(Collective collective, std::int64_t number, OpenMpi release) {
  const auto found = std::ranges::find_if(kKnown, [&](const Known& known) {
    return known.collective == collective && known.number == number && known.since <= release;
  });
  return found == kKnown.end() ? nullptr : &*found;
}

}  // namespace

std::optional<std::string_view> TunedName(Collective collective, std::int64_t number,
                                          OpenMpi release) {
  const Known* known = FindKnown(collective, number, release);
  return known == nullptr ? std::nullopt : std::optional(known->name);
}

std::optional<std::int64_t> TunedNumber(Collective collective, std::string_view name,
                                        OpenMpi release) {
  for (const Known& known : kKnown) {
    const bool is_it = known.collective == collective && known.name == name;
    if (is_it && FindKnown(collective, known.number, release) == &known) return known.number;
  }
  return std::nullopt;
}

TunedChoice Normal(Collective collective, TunedChoice choice, OpenMpi release) {
  const Known* known = FindKnown(collective, choice.number, release);
  const unsigned values = known == nullptr ? kNothingElse : known->values;
  if ((values & kFanout) == 0) choice.fanout = 0;
  if ((values & kSegments) == 0) choice.segment = 0;
  if ((values & kRequests) == 0) choice.requests = 0;
  return choice;
}

std::string ToText(Collective collective, const TunedChoice& choice, OpenMpi release) {
  const Known* known = FindKnown(collective, choice.number, release);
  if (known == nullptr) return "";
  std::string text(known->name);
  for (const auto& [name, value] : kValueNames) {
    if (choice.*value != 0) text += fmt::format(":{}={}", name, choice.*value);
  }
  return text;
}

TunedChoice ParseTuned(Collective collective, std::string_view text, OpenMpi release) {
  std::size_t end = std::min(text.find(':'), text.size());
  TunedChoice choice;
  choice.number = TunedNumber(collective, text.substr(0, end), release).value();
  while (end < text.size()) {
    const std::size_t next = std::min(text.find(':', end + 1), text.size());
    const std::string_view part = text.substr(end + 1, next - end - 1);
    const std::size_t equals = part.find('=');
    for (const auto& [name, value] : kValueNames) {
      if (name != part.substr(0, equals)) continue;
      choice.*value =
          ParseInteger(part.substr(equals + 1), 0, std::numeric_limits<std::int64_t>::max(), name);
    }
    end = next;
  }
  return choice;
}

}  // namespace colltune
