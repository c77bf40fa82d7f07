#include "tuner/journal/failures.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "algorithms/buffers.h"

namespace colltune::tune {

Answer Failures::Complete(const Question& question, const Answer& answer) const {
  Answer complete = answer;
  complete.timings.clear();
  for (const std::string& choice : question.choices) {
    const auto timing = std::ranges::find(answer.timings, choice, &Candidate::choice);
    if (timing != answer.timings.end()) {
      complete.timings.push_back(*timing);
      continue;
    }
    complete.timings.push_back({choice, 0, {}, {}, {}, std::nullopt});
    const std::string* reason = Find(LeftOutOf(ProblemOf(question), choice));
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

std::string UnansweredText(const Question& question) {
  return fmt::format("{} of {}B on {} ranks ({})", ToText(question.collective),
                     ToText(question.bytes), question.ranks, fmt::join(question.choices, ", "));
}

std::string FailuresText(const Failures& failures) {
  std::string text;
  for (const auto& [what, reason] : failures.all()) {
    text += fmt::format("left out: {}: failed: {}\n", ToText(what), reason);
  }
  return text;
}

}  // namespace colltune::tune
