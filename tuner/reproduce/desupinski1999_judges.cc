#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "tuner/reproduce/desupinski1999.h"
#include "tuner/text/table_text.h"

namespace colltune::tune::desupinski1999 {
namespace {

std::int64_t MostRanks(std::span<const FigureRow> rows, std::string_view series) {
  return XsOf(rows, kShort, series).back();
}

std::string Text(double seconds) { return TimeText(Seconds(seconds)); }

double BackwardRatio(std::span<const FigureRow> rows, std::string_view bytes, std::int64_t ranks) {
  return ValueAt(rows, bytes, "chain_backward", ranks) / ValueAt(rows, bytes, "chain", ranks);
}

}  // namespace

ClaimJudgement JudgeSendLatency(std::span<const FigureRow> rows) {
  std::vector<double> times;
  for (const auto ranks : XsOf(rows, kShort, "chain")) {
    times.push_back(ValueAt(rows, kShort, "chain", ranks));
  }
  const auto [least, most] = std::ranges::minmax(times);
  return Judged(AreAlike(least, most),
                fmt::format("a chain of 2 to {} ranks takes its root {} to {}",
                            MostRanks(rows, "chain"), Text(least), Text(most)));
}

ClaimJudgement JudgeOrder(std::span<const FigureRow> rows) {
  const auto ranks = MostRanks(rows, kOurs);
  const double same = ValueAt(rows, kShort, kRounds, ranks);
  const double opposite = ValueAt(rows, kShort, kRoundsBackward, ranks);
  const double truth = ValueAt(rows, kShort, kOurs, ranks);
  return Judged(same * kApart <= truth && AreAlike(opposite, truth),
                fmt::format("a chain of {} ranks takes {}; rounds in its order give {}, and in the "
                            "opposite one {}",
                            ranks, Text(truth), Text(same), Text(opposite)));
}

ClaimJudgement JudgeRounds(std::span<const FigureRow> rows) {
  const auto ranks = MostRanks(rows, "chain");
  const double chain = ValueAt(rows, kShort, "chain", ranks);
  const double backward = ValueAt(rows, kShort, "chain_backward", ranks);
  const double tree = ValueAt(rows, kShort, "binomial", ranks);
  const bool comparable = std::max(chain, tree) < kApart * std::min(chain, tree);
  return Judged(backward >= kApart * chain && comparable,
                fmt::format("on {} ranks: chain {}, backward {}, tree {}", ranks, Text(chain),
                            Text(backward), Text(tree)));
}

ClaimJudgement JudgeBarriers(std::span<const FigureRow> rows) {
  const auto ranks = MostRanks(rows, "chain");
  const double small = BackwardRatio(rows, kShort, ranks);
  const double large = BackwardRatio(rows, kLong, ranks);
  return Judged(small >= kApart && large * kAlike < small,
                fmt::format("on {} ranks the backward chain takes {:.2f} times as long as the "
                            "chain with 256 bytes, and {:.2f} times with 64K",
                            ranks, small, large));
}

ClaimJudgement JudgeAcknowledge(std::span<const FigureRow> rows) {
  double least = 1e300;
  std::string where;
  for (const std::string_view algorithm : kAlgorithms) {
    for (const auto ranks : XsOf(rows, kShort, algorithm)) {
      const double ratio =
          ValueAt(rows, kShort, algorithm, ranks) /
          ValueAt(rows, kShort, std::string(algorithm) + std::string(kTruth), ranks);
      if (ratio >= least) continue;
      least = ratio;
      where = fmt::format("{} on {} ranks", algorithm, ranks);
    }
  }
  return Judged(least > 1,
                fmt::format("the least is {:.3f} of the broadcast's time, of {}", least, where));
}

/// Judges that chains grow linearly, and that the tree grows little between two powers of two,
/// compared with its growth from one power to the next.
ClaimJudgement JudgeLatencies(std::span<const FigureRow> rows) {
  const auto time = [&](std::string_view algorithm, std::int64_t ranks) {
    return ValueAt(rows, kShort, algorithm, ranks);
  };
  bool linear = true;
  const auto most = MostRanks(rows, "chain");
  for (const std::string_view chain :
       {std::string_view("chain"), std::string_view("chain_backward")}) {
    for (const auto ranks : XsOf(rows, kShort, chain)) {
      linear = linear && AreAlike(time(chain, ranks) / static_cast<double>(ranks - 1),
                                  time(chain, most) / static_cast<double>(most - 1));
    }
  }
  const auto power =
      static_cast<std::int64_t>(std::bit_floor(static_cast<unsigned>(MostRanks(rows, "binomial"))));
  const double step = time("binomial", power) - time("binomial", power / 2);
  const double flat = time("binomial", power - 1) - time("binomial", power / 2 + 1);
  return Judged(
      linear && flat * kApart <= step,
      fmt::format("chains {} with the ranks; the tree takes {} from {} ranks to {}, of which {} "
                  "between {} and {}",
                  linear ? "grow" : "do not grow", Text(std::max(step, 0.0)), power / 2, power,
                  Text(std::max(flat, 0.0)), power / 2 + 1, power - 1));
}

ClaimJudgement JudgeBounds(std::span<const FigureRow> rows) {
  constexpr double kNoise = 1.03;  // the paper's own, section 3: 3 % of the mean
  std::string wrong;
  const auto ranks = XsOf(rows, kShort, kOurs);
  for (const auto p : ranks) {
    const double ours = ValueAt(rows, kShort, kOurs, p);
    if (ValueAt(rows, kShort, kRounds, p) > ours * kNoise)
      wrong += fmt::format(" rounds on {};", p);
    for (const std::string_view above : {kBarrier, kAcknowledgeAll}) {
      if (ValueAt(rows, kShort, above, p) * kNoise < ours)
        wrong += fmt::format(" {} on {};", above, p);
    }
  }
  const auto p = ranks.back();
  const double ours = ValueAt(rows, kShort, kOurs, p);
  const std::string shares = fmt::format(
      "on {} ranks rounds give {:.2f}, barriers {:.2f} and acknowledgements {:.2f} of it", p,
      ValueAt(rows, kShort, kRounds, p) / ours, ValueAt(rows, kShort, kBarrier, p) / ours,
      ValueAt(rows, kShort, kAcknowledgeAll, p) / ours);
  return Judged(wrong.empty(), wrong.empty()
                                   ? shares
                                   : fmt::format("{}; on the wrong side are:{}", shares, wrong));
}

}  // namespace colltune::tune::desupinski1999
