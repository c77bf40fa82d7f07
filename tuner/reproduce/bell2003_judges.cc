#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tuner/reproduce/bell2003.h"
#include "tuner/text/table_text.h"

namespace colltune::tune::bell2003 {
namespace {

std::string Text(double seconds) {
  return seconds < 0 ? "-" + TimeText(Seconds(-seconds)) : TimeText(Seconds(seconds));
}

double At(std::span<const FigureRow> rows, const std::string& layer, std::string_view quantity) {
  return ValueAt(rows, layer, quantity, kSmall);
}

/// Returns the number of layers for which `is` returns true. `is` appends its numbers to `why`.
template <typename Is>
int Count(const std::vector<std::string>& layers, std::string& why, Is is) {
  int count = 0;
  for (const std::string& layer : layers) {
    why += fmt::format("{}{}: ", why.empty() ? "" : "; ", layer);
    count += is(layer, why) ? 1 : 0;
  }
  return count;
}

}  // namespace

ClaimJudgement JudgeOverlap(std::span<const FigureRow> rows) {
  std::string why;
  const auto layers = GroupsOf(rows);
  const int leave = Count(layers, why, [&](const std::string& layer, std::string& text) {
    const double left =
        At(rows, layer, kEelName) - At(rows, layer, kSendName) - At(rows, layer, kReceiveName);
    text += fmt::format("{} left of {}", Text(left), Text(At(rows, layer, kEelName)));
    return left > 0;
  });
  return Judged(std::int64_t{2} * leave > std::ssize(layers), why);
}

ClaimJudgement JudgeDepths(std::span<const FigureRow> rows) {
  std::string why;
  const int gain = Count(SeriesOf(rows), why, [&](const std::string& layer, std::string& text) {
    const double single = ValueAt(rows, "", layer, 1);
    double best = single;
    for (const auto depth : XsOf(rows, "", layer)) {
      best = std::min(best, ValueAt(rows, "", layer, depth));
    }
    text += fmt::format("{} with q = 1, at best {}", Text(single), Text(best));
    return single >= kAlike * best;
  });
  return Judged(gain > 0, why);
}

ClaimJudgement JudgeTimeLeft(std::span<const FigureRow> rows) {
  std::string why;
  const int leave = Count(GroupsOf(rows), why, [&](const std::string& layer, std::string& text) {
    const double busy = std::max(At(rows, layer, kSendName), At(rows, layer, kReceiveName));
    text +=
        fmt::format("g {}, the busier processor {}", Text(At(rows, layer, kGapName)), Text(busy));
    return At(rows, layer, kGapName) >= kAlike * busy;
  });
  return Judged(leave > 0, why);
}

ClaimJudgement JudgeOrders(std::span<const FigureRow> rows) {
  constexpr double kOrders = 3;
  constexpr double kAbout = 0.5;  // so that the orders round to kOrders
  std::string why;
  const auto layers = GroupsOf(rows);
  const int fit = Count(layers, why, [&](const std::string& layer, std::string& text) {
    const double ratio = At(rows, layer, kGapName) / (At(rows, layer, kByteGapName) / kPerKibibyte);
    text += fmt::format("g is {:.0f} times G", ratio);
    return std::abs(std::log10(ratio) - kOrders) <= kAbout;
  });
  return Judged(fit == std::ssize(layers), why);
}

ClaimJudgement JudgeSizes(std::span<const FigureRow> rows) {
  std::string why;
  const auto layers = GroupsOf(rows);
  const int fit = Count(layers, why, [&](const std::string& layer, std::string& text) {
    double worst = 1;
    std::int64_t where = kSmall;
    for (const auto bytes : XsOf(rows, layer, kMeasured)) {
      const double ratio =
          ValueAt(rows, layer, kMeasured, bytes) / ValueAt(rows, layer, kModel, bytes);
      if (std::abs(std::log(ratio)) <= std::abs(std::log(worst))) continue;
      worst = ratio;
      where = bytes;
    }
    text += fmt::format("the gap of {} B is {:.2f} times the sum", where, worst);
    return AreAlike(worst, 1);
  });
  return Judged(fit == std::ssize(layers), why);
}

}  // namespace colltune::tune::bell2003
