#include "tuner/between.h"

#include <algorithm>
#include <cmath>

namespace colltune {

Between::Between(const Line& low, const Line& high, const Layout& layout, const Oracle& oracle)
    : low_(&low),
      high_(&high),
      layout_(layout),
      oracle_(&oracle),
      share_(std::log(static_cast<double>(layout.ranks) / low.layout().ranks) /
             std::log(static_cast<double>(high.layout().ranks) / low.layout().ranks)) {}

std::optional<Seconds> Between::Estimate(const std::string& choice, Bytes bytes) const {
  const auto predicted = oracle_->Predict(choice, At(bytes));
  if (!predicted) return std::nullopt;
  const LogRatio correction =
      (1 - share_) * low_->Correction(choice, bytes) + share_ * high_->Correction(choice, bytes);
  return *predicted * std::exp(correction);
}

std::optional<Seconds> Between::Typical(const std::string& choice, Bytes bytes) const {
  const auto estimate = Estimate(choice, bytes);
  if (!estimate) return std::nullopt;
  return *estimate * std::exp((share_ < 0.5 ? low_ : high_)->RootWeight(choice, bytes));
}

const Line* NextOfKind(const std::vector<Line>& lines, const Line& line, int most) {
  const auto is_full = [most](const Layout& layout) {
    return layout.ranks_per_node == std::min(layout.ranks, most);
  };
  const Line* next = nullptr;
  for (const Line& other : lines) {
    const Layout& a = line.layout();
    const Layout& b = other.layout();
    if (other.collective() != line.collective() || b.ranks <= a.ranks) continue;
    const bool is_of_kind = a.ranks_per_node == b.ranks_per_node || (is_full(a) && is_full(b));
    if (is_of_kind && (next == nullptr || b.ranks < next->layout().ranks)) next = &other;
  }
  return next;
}

}  // namespace colltune
