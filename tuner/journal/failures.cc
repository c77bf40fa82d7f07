#include "tuner/journal/failures.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "algorithms/buffers.h"

namespace colltune::tune {

TrialResult Failures::Complete(const Trial& trial, const TrialResult& result) const {
  TrialResult complete = result;
  complete.timings.clear();
  for (const ChoiceId choice : trial.choices) {
    const auto timing = std::ranges::find(result.timings, choice, &Candidate::choice);
    if (timing != result.timings.end()) {
      complete.timings.push_back(*timing);
      continue;
    }
    complete.timings.push_back({choice, 0, {}, {}, {}, std::nullopt});
    const std::string* reason = Find(LeftOutOf(trial.problem, choice));
    if (reason != nullptr) complete.timings.back().failed = *reason;
  }
  return complete;
}

std::string ToText(const LeftOut& what) {
  const std::string root = !HasRoot(what.collective) ? ""
                           : what.with_other_root    ? ", other roots"
                                                     : ", root 0";
  return fmt::format("{}:{} on {} ranks, {} per node{}", ToText(what.collective), what.choice,
                     what.layout.ranks, what.layout.ranks_per_node, root);
}

std::string UnfinishedText(const Trial& trial) {
  return fmt::format("{} of {}B on {} ranks ({})", ToText(trial.problem.collective),
                     ToText(trial.problem.bytes), trial.problem.layout.ranks,
                     fmt::join(trial.choices, ", "));
}

std::string FailuresText(const Failures& failures) {
  std::string text;
  for (const auto& [what, reason] : failures.all()) {
    text += fmt::format("left out: {}: failed: {}\n", ToText(what), reason);
  }
  return text;
}

}  // namespace colltune::tune
