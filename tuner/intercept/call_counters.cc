#include "tuner/intercept/call_counters.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <numeric>
#include <utility>

#include "algorithms/registry.h"

namespace colltune::intercept {
namespace {

Seconds MeanOf(const std::vector<float>& seconds) {
  const double sum = std::accumulate(seconds.begin(), seconds.end(), 0.0);
  return Seconds(sum / static_cast<double>(seconds.size()));
}

/// Returns the median; the lower of two middle values.
Seconds MedianOf(std::vector<float> seconds) {
  const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>((seconds.size() - 1) / 2);
  std::ranges::nth_element(seconds, middle);
  return Seconds(*middle);
}

}  // namespace

void SampledTimes::Count(Seconds time) {
  due_ = ++calls_ | spacing_less_1_;
  seconds_.push_back(static_cast<float>(time.count()));
  if (seconds_.size() < kMost) return;
  for (std::size_t i = 0; i < kMost / 2; ++i) seconds_[i] = seconds_[2 * i + 1];
  seconds_.resize(kMost / 2);
  spacing_less_1_ = 2 * spacing_less_1_ + 1;
  due_ = calls_ | spacing_less_1_;
}

CallCounters::CallCounters(std::int64_t number, std::string name, const Layout& layout)
    : number_(number), name_(std::move(name)), layout_(layout) {}

CallCount* CallCounters::Add(Collective collective, Bytes bytes, const SizeRule& rule,
                             bool instead) noexcept {
  try {
    std::unique_ptr<Classes>& classes = counts_[static_cast<std::size_t>(collective)];
    if (!classes) classes = std::make_unique<Classes>();
    auto count = std::make_unique<CallCount>(
        CallCount{.rule = &rule, .instead = instead, .least = bytes, .most = bytes});
    std::unique_ptr<CallCount>& first = (*classes)[static_cast<std::size_t>(SizeClass(bytes))];
    count->next = std::move(first);
    first = std::move(count);
    return first.get();
  } catch (const std::bad_alloc&) {
    return nullptr;  // statistics are nothing to end a program for
  }
}

std::vector<CallStats> CallCounters::Told() const {
  std::vector<CallStats> told;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (!counts_[i]) continue;
    for (const std::unique_ptr<CallCount>& first : *counts_[i]) {
      for (const CallCount* count = first.get(); count != nullptr; count = count->next.get()) {
        // The time of the counter's first call was lost: out of memory.
        if (count->times.seconds().empty()) continue;
        const std::string choice = ToText(count->rule->choice);
        told.push_back({
            .communicator = number_,
            .name = name_,
            .ranks = layout_.ranks,
            .ranks_per_node = layout_.ranks_per_node,
            .placement = layout_.placement,
            .collective = static_cast<Collective>(i),
            .least = count->least,
            .most = count->most,
            .mean_bytes = count->bytes_in_all / static_cast<double>(count->times.calls()),
            .choice = count->instead ? std::string(kLibrary.text()) : choice,
            .why = count->instead ? fmt::format("{} does not suit the call", choice)
                                  : count->rule->why,
            .calls = count->times.calls(),
            .samples = static_cast<int>(count->times.seconds().size()),
            .mean = MeanOf(count->times.seconds()),
            .median = MedianOf(count->times.seconds()),
        });
      }
    }
  }
  return told;
}

}  // namespace colltune::intercept
