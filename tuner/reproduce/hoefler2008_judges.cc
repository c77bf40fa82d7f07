#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "tuner/reproduce/hoefler2008.h"
#include "tuner/text/table_text.h"

namespace colltune::tune::hoefler2008 {
namespace {

constexpr std::int64_t kPatience = 100;  // the paper's N, section 3.1

std::string Text(double seconds) { return TimeText(Seconds(seconds)); }

/// The longest time of a group.
double Longest(std::span<const FigureRow> rows, std::string_view group) {
  double longest = 0;
  for (const auto rank : XsOf(rows, group, kLatency)) {
    longest = std::max(longest, ValueAt(rows, group, kLatency, rank));
  }
  return longest;
}

}  // namespace

ClaimJudgement JudgePipeline(std::span<const FigureRow> rows) {
  const auto operations = XsOf(rows, "", kLatency);
  const double single = ValueAt(rows, "", kLatency, operations.front());
  const double piped = ValueAt(rows, "", kLatency, operations.back());
  return Judged(piped < single, fmt::format("{} for one, {} for each of {}", Text(single),
                                            Text(piped), operations.back()));
}

ClaimJudgement JudgeSkew(std::span<const FigureRow> rows) {
  const double together = Longest(rows, kTogether);
  const double root = Longest(rows, kLateRoot);
  bool shorter = true;
  for (const std::int64_t rank : {1, 2}) {
    shorter = shorter && ValueAt(rows, kLateReceivers, kLatency, rank) <
                             ValueAt(rows, kTogether, kLatency, rank);
  }
  return Judged(shorter && root > together,
                fmt::format("late receivers {}; at most {} together, {} behind a late root",
                            shorter ? "wait less" : "wait as long", Text(together), Text(root)));
}

ClaimJudgement JudgeBarrier(std::span<const FigureRow> rows) {
  const double alone = Longest(rows, kAlone);
  const double behind = Longest(rows, kBehindBarrier);
  return Judged(!AreAlike(alone, behind),
                fmt::format("the longest time of a rank is {} alone, and {} behind a barrier",
                            Text(alone), Text(behind)));
}

ClaimJudgement JudgeQuality(std::span<const FigureRow> rows) {
  constexpr double kError = 0.1;  // the paper's, for N = 100
  const double found = ValueAt(rows, "", kFound, kPatience);
  const double smallest = ValueAt(rows, "", kSmallest, kPatience);
  return Judged(found <= (1 + kError) * smallest,
                fmt::format("with N = {} it is {}, {:.1f} % above the smallest", kPatience,
                            Text(found), 100 * (found / smallest - 1)));
}

ClaimJudgement JudgeQualityCost(std::span<const FigureRow> rows) {
  constexpr double kPaperExchanges = 180;
  const double exchanges = ValueAt(rows, "", kExchanges, kPatience);
  return Judged(AreAlike(exchanges, kPaperExchanges),
                fmt::format("with N = {} it takes {:.0f}", kPatience, exchanges));
}

ClaimJudgement JudgeSynchronisation(std::span<const FigureRow> rows) {
  const auto ranks = XsOf(rows, "", kTree).back();
  const double ratio = ValueAt(rows, "", kLinear, ranks) / ValueAt(rows, "", kTree, ranks);
  const auto steps = std::bit_width(static_cast<std::uint64_t>(ranks - 1));
  const double expected = static_cast<double>(ranks - 1) / static_cast<double>(steps);
  return Judged(ratio * kApart >= expected && ratio >= kAlike,
                fmt::format("on {} ranks the linear scheme takes {:.1f} times as long; by the "
                            "steps it would be {:.1f}",
                            ranks, ratio, expected));
}

ClaimJudgement JudgeNonblocking(std::span<const FigureRow> rows) {
  double worst = 0;
  std::int64_t where = 0;
  for (const auto bytes : XsOf(rows, "", kBlocking)) {
    const double difference =
        std::abs(ValueAt(rows, "", kByTime, bytes) - ValueAt(rows, "", kByWork, bytes)) /
        ValueAt(rows, "", kBlocking, bytes);
    if (difference < worst) continue;
    worst = difference;
    where = bytes;
  }
  return Judged(worst <= kAlike - 1,
                fmt::format("they differ by {:.0f} % of the blocking time at most, at {} bytes",
                            100 * worst, where));
}

}  // namespace colltune::tune::hoefler2008
