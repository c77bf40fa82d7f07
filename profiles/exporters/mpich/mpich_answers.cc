#include "profiles/exporters/mpich/mpich_answers.h"

#include <bit>

namespace colltune {
namespace {

using Subject = MpichSubject;
using Test = MpichCondition::Test;

constexpr std::int64_t kDouble = 8;  // bytes

/// Multiplies without overflow: decisions are up to 2^62 bytes.
std::int64_t Times(std::int64_t size, std::int64_t factor) {
  return size > INT64_MAX / factor ? INT64_MAX : size * factor;
}

/// Divides, and rounds up.
std::int64_t Divided(std::int64_t size, std::int64_t parts) { return (size + parts - 1) / parts; }

std::int64_t LargestPow2(int ranks) { return std::bit_floor(static_cast<unsigned>(ranks)); }

}  // namespace

Call AsSeenBy(MpichRelease release, Call call) {
  if (!TraitsOf(release).has_nodes) call.ranks_per_node = 1;
  return call;
}

int NodesOf(const Call& call) { return CommunicatorOf(call).nodes; }

std::int64_t MpichAnswers::Of(Subject subject) const {
  const bool has_nodes = call_.ranks > 1 && call_.ranks_per_node > 1;
  const bool has_kinds = TraitsOf(release_).has_kinds;
  switch (subject) {
    case Subject::kIntra:
    case Subject::kRegular:
    case Subject::kCommutes:
    case Subject::kBuiltIn:
      return 1;
    case Subject::kOneNode:
      return NodesOf(call_) == 1 && (has_nodes || !has_kinds);
    case Subject::kPowerOfTwo:
      return call_.ranks == LargestPow2(call_.ranks);
    case Subject::kHierarchy:
      return has_nodes ? kParent : kFlat;
    case Subject::kConsecutive:
      return has_nodes && (NodesOf(call_) > 1 || has_kinds);
    case Subject::kBelowPow2:
      return Of(Subject::kCount) < LargestPow2(call_.ranks);
    case Subject::kRanks:
      return call_.ranks;
    case Subject::kAverage:
      return call_.bytes.count;
    case Subject::kTotal:
      return Times(call_.bytes.count, call_.ranks);
    case Subject::kCount:
      return Times(call_.bytes.count / ElementSize(), CountsPerBlock());
    default:
      return 0;
  }
}

bool MpichAnswers::Hold(const MpichCondition& condition, bool is_early) const {
  if (condition.test == Test::kAlways) return true;
  if (condition.subject == Subject::kRanksPerNode) {
    const std::int64_t most = condition.value * NodesOf(call_);
    return condition.test == Test::kBelow ? call_.ranks < most : call_.ranks <= most;
  }
  const std::int64_t answer = Of(condition.subject);
  if (condition.test == Test::kEqual) return answer == condition.value;
  // MPICH asks late whether the ranks are at most so many, where it should ask for fewer.
  const bool is_strict =
      condition.test == Test::kBelow && (condition.subject != Subject::kRanks || is_early);
  return is_strict ? answer < condition.value : answer <= condition.value;
}

std::optional<Bytes> MpichAnswers::BorderOf(const MpichCondition& condition) const {
  const auto elements = [&](std::int64_t count) {
    return Bytes{Divided(count, CountsPerBlock()) * ElementSize()};
  };
  if (condition.subject == Subject::kBelowPow2) return elements(LargestPow2(call_.ranks));
  if (condition.test != Test::kAtMost && condition.test != Test::kBelow) return std::nullopt;
  const std::int64_t beyond = condition.value + (condition.test == Test::kAtMost);
  if (condition.subject == Subject::kAverage) return Bytes{beyond};
  if (condition.subject == Subject::kTotal) return Bytes{Divided(beyond, call_.ranks)};
  if (condition.subject == Subject::kCount) return elements(beyond);
  return std::nullopt;
}

std::int64_t MpichAnswers::ElementSize() const { return Reduces(call_.collective) ? kDouble : 1; }

std::int64_t MpichAnswers::CountsPerBlock() const {
  const bool counts_all =
      call_.collective == Collective::kAllgatherv || call_.collective == Collective::kReduceScatter;
  return counts_all ? call_.ranks : 1;
}

}  // namespace colltune
