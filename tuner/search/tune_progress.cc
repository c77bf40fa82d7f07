#include "tuner/search/tune_progress.h"

#include <fmt/format.h>

#include <algorithm>

#include "algorithms/registry.h"

namespace colltune::tune {
namespace {

std::string BestText(const Search& search, const Question& question) {
  const auto line = std::ranges::find_if(search.lines(), [&](const CostCurve& each) {
    return each.At(question.bytes) == ProblemOf(question);
  });
  if (line == search.lines().end() || !line->measured().contains(question.bytes)) return "";
  const std::string choice = search.DecisionAt(*line, question.bytes).choice;
  std::string at = fmt::format("; best at {}B: {}", ToText(question.bytes), choice);
  if (choice == kLibrary) return at;
  const Seconds mine = line->Find(question.bytes, choice)->median;
  const Seconds library = line->Find(question.bytes, std::string(kLibrary))->median;
  return at + fmt::format(", saves {:.0f} %", 100 * (1 - mine / library));
}

}  // namespace

std::string DoingText(const Search& search, const Question& now,
                      const std::optional<Question>& before) {
  return fmt::format("{} on {} ranks, {}B, {} candidates; {} of about {} points{}",
                     ToText(now.collective), now.ranks, ToText(now.bytes), now.choices.size(),
                     search.asked(), search.asked() + search.left(),
                     before ? BestText(search, *before) : "");
}

std::optional<Seconds> TimeLeft(const Search& search) {
  std::optional<Seconds> left;
  if (search.asked() > 0) left = search.spent() / search.asked() * search.left();
  if (const auto& budget = search.options().budget) {
    const Seconds remaining = std::max(*budget - search.spent(), Seconds{});
    left = std::min(left.value_or(remaining), remaining);
  }
  return left;
}

}  // namespace colltune::tune
