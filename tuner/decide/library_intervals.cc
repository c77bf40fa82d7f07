#include "tuner/decide/library_intervals.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "algorithms/registry.h"

namespace colltune::tune {
namespace {

/// Ratio between the sizes that are estimated between two measured ones. The ratio is larger where
/// more than kMostLooks estimates would be needed: each may cost a long prediction.
constexpr double kStep = 1.2;
constexpr int kMostLooks = 8;

/// Largest relative difference of equal estimates.
constexpr double kEqual = 1e-3;

/// Share of the library's time: a choice that saves more at both measured sizes is not compared
/// with the library between them.
constexpr double kFar = 0.25;

bool IsFar(const Evidence& evidence, ChoiceId choice) {
  const Candidate* mine = evidence.Find(choice);
  const Candidate* library = evidence.Find(kLibrary);
  return mine && library && mine->samples > 0 && library->samples > 0 &&
         mine->median < (1 - kFar) * library->median;
}

/// Gives sizes `first` .. `last` to the library: cuts the rule that holds them in up to three.
void Cut(std::vector<Rule>& rules, Bytes first, Bytes last, const Estimates& estimates) {
  const auto found = std::ranges::lower_bound(rules, first, {}, &Rule::last);
  const auto is_before = [&](const Evidence& e) { return e.bytes < first; };
  Rule low{found->first, Bytes{first.count - 1}, found->choice, {}};
  Rule high{Bytes{last.count + 1}, found->last, found->choice, {}};
  std::ranges::partition_copy(found->evidence, std::back_inserter(low.evidence),
                              std::back_inserter(high.evidence), is_before);
  const Bytes middle{first.count + (last.count - first.count) / 2};
  Evidence evidence{middle,
                    {},
                    "not measured: between two measured sizes the library is expected to be faster "
                    "than what they choose"};
  for (ChoiceId name : {kLibrary, found->choice}) {
    evidence.candidates.push_back({name, 0, {}, {}, {}, estimates(name, middle)});
  }
  auto place = rules.erase(found);
  if (high.first <= high.last) place = rules.insert(place, std::move(high));
  place = rules.insert(place, {first, last, kLibrary, {std::move(evidence)}});
  if (low.first <= low.last) rules.insert(place, std::move(low));
}

/// Gives sizes of `rule` to the library where its estimate is smaller, between the measured sizes
/// `low` and `high`.
void LookBetween(const Rule& rule, const Evidence& low, const Evidence& high,
                 const Estimates& estimates, std::vector<Rule>& rules) {
  if (IsFar(low, rule.choice) && IsFar(high, rule.choice)) return;
  const std::int64_t begin = std::max(low.bytes.count + 1, rule.first.count);
  const std::int64_t end = std::min(high.bytes.count, rule.last.count + 1);
  const auto gives = [&](std::int64_t bytes) {
    const auto mine = estimates(rule.choice, Bytes{bytes});
    const auto library = estimates(kLibrary, Bytes{bytes});
    return mine && library && *library < (1 - kEqual) * *mine;
  };
  const double ratio = static_cast<double>(end) / static_cast<double>(begin);
  const double factor = std::max(kStep, std::pow(ratio, 1.0 / kMostLooks));
  const auto next = [end, factor](std::int64_t bytes) {
    const std::int64_t step = std::llround(factor * static_cast<double>(bytes));
    return std::max(bytes + 1, std::min(step, end - 1));  // the last one, too
  };
  std::int64_t before = begin - 1;
  for (std::int64_t bytes = begin; bytes < end; before = bytes, bytes = next(bytes)) {
    if (!gives(bytes)) continue;
    while (bytes < end && gives(bytes)) bytes = next(bytes);
    Cut(rules, Bytes{before + 1}, Bytes{std::min(bytes, end) - 1}, estimates);
    if (bytes >= end) return;
  }
}

}  // namespace

std::vector<Rule> GiveToLibrary(const std::vector<Rule>& rules, const Estimates& estimates) {
  std::vector<const Evidence*> measured;
  for (const Rule& rule : rules) {
    for (const Evidence& evidence : rule.evidence) measured.push_back(&evidence);
  }
  std::vector<Rule> left = rules;
  for (const Rule& rule : rules) {
    if (rule.choice == kLibrary) continue;
    for (std::size_t i = 0; i + 1 < measured.size(); ++i) {
      const bool is_held = rule.first < measured[i + 1]->bytes && measured[i]->bytes < rule.last;
      if (is_held) LookBetween(rule, *measured[i], *measured[i + 1], estimates, left);
    }
  }
  return left;
}

}  // namespace colltune::tune
