#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "measure/network/groups.h"
#include "tuner/reproduce/lastovetsky2008.h"
#include "tuner/text/table_text.h"

namespace colltune::tune::lastovetsky2008 {
namespace {

std::string Text(double seconds) { return TimeText(Seconds(seconds)); }

}  // namespace

ClaimJudgement JudgeSeries(std::span<const FigureRow> rows) {
  constexpr double kLess = 0.97;  // beyond the 2.5 % to which MPIBlib knows a mean
  bool less = true;
  std::string why;
  const auto sizes = XsOf(rows, "scatter", kLongest);
  for (const auto bytes : {sizes.front(), sizes.back()}) {
    const double single = ValueAt(rows, "scatter", kLongest, bytes);
    const double one = ValueAt(rows, "scatter", kInSeries, bytes);
    less = less && one < kLess * single;
    why += fmt::format("{}a scatter of {} bytes takes {}, and {} in a series",
                       why.empty() ? "" : "; ", bytes, Text(single), Text(one));
  }
  return Judged(less, why);
}

ClaimJudgement JudgeMethods(std::span<const FigureRow> rows) {
  double worst = 1;
  std::string where = "all are equal";
  for (const std::string& op : GroupsOf(rows)) {
    for (const auto bytes : XsOf(rows, op, kGlobal)) {
      for (const std::string_view method : {kMaximum, kRoot}) {
        const double ratio = ValueAt(rows, op, method, bytes) / ValueAt(rows, op, kGlobal, bytes);
        if (std::abs(std::log(ratio)) <= std::abs(std::log(worst))) continue;
        worst = ratio;
        where = fmt::format("of {} of {} bytes, {} says {:.2f} of what global does", op, bytes,
                            method, ratio);
      }
    }
  }
  return Judged(AreAlike(worst, 1), "at most: " + where);
}

ClaimJudgement JudgeCosts(std::span<const FigureRow> rows) {
  bool holds = true;
  std::string why;
  for (const std::string& op : GroupsOf(rows)) {
    const auto sizes = XsOf(rows, op, kGlobal).back();
    const double global = ValueAt(rows, op, kGlobal, sizes);
    const double others =
        std::max(ValueAt(rows, op, kMaximum, sizes), ValueAt(rows, op, kRoot, sizes));
    holds = holds && global >= kApart * others;
    why += fmt::format("{}{}: {} instead of {}", why.empty() ? "" : "; ", op, Text(global),
                       Text(others));
  }
  return Judged(holds, why);
}

ClaimJudgement JudgePairs(std::span<const FigureRow> rows) {
  double worst = 0;
  for (const auto pair : XsOf(rows, kRoundTrip, kInTurn)) {
    const double alone = ValueAt(rows, kRoundTrip, kInTurn, pair);
    worst = std::max(worst, std::abs(ValueAt(rows, kRoundTrip, kParallel, pair) / alone - 1));
  }
  const double in_turn = ValueAt(rows, kWhole, kInTurn, 0);
  const double parallel = ValueAt(rows, kWhole, kParallel, 0);
  return Judged(in_turn >= kApart * parallel && worst <= measure::GroupOptions().most_interference,
                fmt::format("{} in turn, {} in parallel; results differ by {:.1f} % at most",
                            Text(in_turn), Text(parallel), 100 * worst));
}

}  // namespace colltune::tune::lastovetsky2008
