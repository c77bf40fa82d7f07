#include "tuner/evaluate/evaluation_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "algorithms/buffers.h"
#include "tuner/job/progress.h"
#include "tuner/text/table_text.h"

namespace colltune::tune {
namespace {

constexpr double kPercent = 100;

std::string LineOf(std::string_view name, const EvaluationSummary& s) {
  return fmt::format(
      "{:<20}  {:>6}  {:>7.2f} %  {:>7.2f} %  {:>7.2f} %  {:>8.3f}  {:>7.2f} %  {:>11}  {:>9}\n",
      name, s.points, kPercent * s.mean_regret, kPercent * s.p95_regret,
      kPercent * s.worst->Regret(), s.ratio, kPercent * s.worst_slowdown, s.significant,
      DurationText(s.spent));
}

std::string WorstOf(const EvaluationSummary& s) {
  const Evaluated& point = *s.worst;
  return fmt::format("  {}: {} {}, best {} {}, library {}\n", ProblemText(point.problem),
                     point.chosen.choice, TimeText(point.chosen.median), point.best.choice,
                     TimeText(point.best.median), TimeText(point.library.median));
}

}  // namespace

std::string EvaluationCsv(std::span<const Evaluated> points, double tolerance) {
  std::string text =
      "op,ranks,ranks_per_node,bytes,root,choice,choice_us,best,best_us,library_us,regret,"
      "slowdown,significant,communicator,evidence\n";
  // Nine digits: further ones are errors of the conversion from seconds, below any clock's
  // resolution.
  for (const Evaluated& point : points) {
    const Problem& problem = point.problem;
    text += fmt::format("{},{},{},{},{},{},{:.9g},{},{:.9g},{:.9g},{:.9g},{:.9g},{},{},{}\n",
                        ToText(problem.collective), problem.layout.ranks,
                        problem.layout.ranks_per_node, problem.bytes.count, problem.root,
                        point.chosen.choice, Microseconds(point.chosen.median).count(),
                        point.best.choice, Microseconds(point.best.median).count(),
                        Microseconds(point.library.median).count(), point.Regret(),
                        point.Slowdown(), IsSlower(point.chosen, point.library, tolerance) ? 1 : 0,
                        kCommunicatorNames[static_cast<std::size_t>(point.communicator)],
                        point.evidence ? ToText(*point.evidence) : "none");
  }
  return text;
}

std::string ProblemText(const Problem& problem) {
  const Layout& layout = problem.layout;
  return fmt::format("{} on {} ranks, {} per node, {} bytes{}{}", ToText(problem.collective),
                     layout.ranks, layout.ranks_per_node, problem.bytes.count,
                     HasRoot(problem.collective) ? fmt::format(", root {}", problem.root) : "",
                     layout.siblings > 1 ? fmt::format(", {} at once", layout.siblings) : "");
}

std::string EvaluationText(std::span<const Evaluated> points, double tolerance, double confidence) {
  if (points.empty()) return "no point was measured\n";
  std::string text =
      fmt::format("{:<20}  {:>6}  {:>9}  {:>9}  {:>9}  {:>8}  {:>9}  {:>11}  {:>9}\n", "", "points",
                  "regret", "95 %", "worst", "/library", "slowest", "significant", "spent");
  std::string worst = "worst:\n";
  int lines = 0;
  for (std::size_t i = 0; i < kCollectiveNames.size(); ++i) {
    const auto collective = static_cast<Collective>(i);
    const bool drawn = std::ranges::any_of(
        points, [&](const Evaluated& point) { return point.problem.collective == collective; });
    if (!drawn) continue;
    const EvaluationSummary summary = Summarise(points, collective, tolerance);
    text += LineOf(ToText(collective), summary);
    ++lines;
    worst += WorstOf(summary);
  }
  const EvaluationSummary all = Summarise(points, std::nullopt, tolerance);
  if (lines > 1) text += LineOf("all", all);
  return text + worst +
         fmt::format(
             "at {} of {} points the choice is the best as far as intervals at {:.6g} % "
             "tell\n",
             all.may_be_best, all.points, kPercent * confidence);
}

}  // namespace colltune::tune
