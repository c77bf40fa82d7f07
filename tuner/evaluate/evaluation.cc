#include "tuner/evaluate/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <random>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "algorithms/buffers.h"
#include "algorithms/registry.h"
#include "tuner/problem/communicators.h"
#include "tuner/problem/problem_shape.h"
#include "tuner/problem/usual_siblings.h"

namespace colltune::tune {
namespace {

/// Random numbers that are the same with every C++ library: the standard fixes the engine's
/// numbers, but not those of its distributions.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : engine_(seed) {}

  /// Uniform in [0, 1).
  double Share() {
    constexpr int kDropped = 64 - 53;  // a double has 53 bits
    return std::ldexp(static_cast<double>(engine_() >> kDropped), -53);
  }

  /// A whole number from 0 to below `count`.
  std::int64_t Below(std::int64_t count) {
    return static_cast<std::int64_t>(Share() * static_cast<double>(count));
  }

  /// A whole number from `least` >= 1 to `most`, uniform on a logarithmic scale.
  std::int64_t LogUniform(std::int64_t least, std::int64_t most) {
    const double low = std::log(static_cast<double>(least));
    const double high = std::log(static_cast<double>(most) + 1);
    const auto drawn = static_cast<std::int64_t>(std::exp(low + Share() * (high - low)));
    return std::clamp(drawn, least, most);
  }

 private:
  std::mt19937_64 engine_;
};

struct Range {
  Bytes least;
  Bytes most;

  void Add(Bytes bytes) {
    least = std::min(least, bytes);
    most = std::max(most, bytes);
  }
};

/// Returns the range of sizes with evidence on a collective; without evidence, the range of its
/// rules.
std::optional<Range> DecidedSizes(const DecisionTable& table, Collective collective) {
  std::optional<Range> evidence;
  std::optional<Range> rules;
  const auto add = [](std::optional<Range>& range, Bytes bytes) {
    if (!range) range = {bytes, bytes};
    range->Add(bytes);
  };
  for (const Row& row : table.rows) {
    if (row.collective != collective) continue;
    for (const Rule& rule : row.rules) {
      add(rules, rule.first);
      add(rules, rule.last);
      for (const Evidence& one : rule.evidence) add(evidence, one.bytes);
    }
  }
  return evidence ? evidence : rules;
}

/// COMM_WORLD of a job: the first `per_node` ranks of each of the first `nodes` nodes.
struct World {
  const Nodes* job = nullptr;
  int nodes = 0;
  int per_node = 0;
  int ranks = 0;

  /// Returns the progression of its ranks from `first` on, each `stride` after the one before.
  Progression From(Rank first, int stride) const { return {nodes, per_node, first, stride}; }
};

World WorldOn(const Nodes& job, int nodes, int per_node) {
  World world{&job, nodes, per_node, 0};
  world.ranks = static_cast<int>(job.WorldOf(world.From(0, 1)).size());
  return world;
}

/// A kind of communicator, as a world has it. `draw` chooses one of several.
struct KindOfCommunicator {
  Communicator kind;
  Layout (*make)(const World& world, Draw& draw);
};

/// In the order of the enum, without kPrefix.
constexpr std::array<KindOfCommunicator, kCommunicatorNames.size() - 1> kKinds = {{
    {Communicator::kWorld,
     [](const World& world, Draw&) {
       const Layout all = world.job->LayoutOf(world.ranks, world.From(0, 1));
       return Layout{all.ranks, all.ranks_per_node};
     }},
    {Communicator::kRow,
     [](const World& world, Draw& draw) {
       const int rows = RowsOf(world.ranks);
       const int columns = world.ranks / rows;
       const auto first = static_cast<Rank>(draw.Below(rows)) * columns;
       return world.job->LayoutOf(columns, world.From(first, 1));
     }},
    {Communicator::kColumn,
     [](const World& world, Draw& draw) {
       const int rows = RowsOf(world.ranks);
       const int columns = world.ranks / rows;
       const auto first = static_cast<Rank>(draw.Below(columns));
       return world.job->LayoutOf(rows, world.From(first, columns));
     }},
    {Communicator::kNode,
     [](const World& world, Draw&) {
       const int ranks = WorldOn(*world.job, 1, world.per_node).ranks;
       return Layout{ranks, ranks};
     }},
    {Communicator::kOnePerNode,
     [](const World& world, Draw&) {
       return Layout{world.nodes, 1};
     }},
    {Communicator::kHalf,
     [](const World& world, Draw&) {
       return world.job->LayoutOf(world.ranks / 2, world.From(0, 1));
     }},
}};

/// Returns the numbers of ranks on a node that applications use, and of which `job` has two ranks.
std::vector<int> RanksOnNode(const Nodes& job) {
  std::vector<int> numbers = RanksPerNode(job.ranks_per_node());
  std::erase_if(numbers, [&](int number) { return WorldOn(job, job.count(), number).ranks < 2; });
  return numbers;
}

World DrawWorld(Draw& draw, const Nodes& job) {
  const std::vector<int> numbers = RanksOnNode(job);
  const int per_node = numbers[static_cast<std::size_t>(draw.Below(std::ssize(numbers)))];
  int least = 1;
  while (WorldOn(job, least, per_node).ranks < 2) ++least;
  return WorldOn(job, static_cast<int>(draw.LogUniform(least, job.count())), per_node);
}

/// Adds the siblings that `layout` has in its world; alone it has none.
Layout WithSiblingsIn(const World& world, Layout layout) {
  if (layout.HasProgression()) return world.job->WithSiblings(layout);
  // The siblings of one rank a node are the world's other ranks, which may be fewer than the job's.
  return world.job->WithSiblings(layout, world.per_node / layout.ranks_per_node);
}

std::pair<Communicator, Layout> DrawCommunicator(Draw& draw, const Nodes& job,
                                                 SiblingTiming siblings) {
  const World world = DrawWorld(draw, job);
  std::vector<std::pair<Communicator, Layout>> made;
  for (const auto& [kind, make] : kKinds) {
    const Layout layout = make(world, draw);
    if (layout.ranks >= 2) made.emplace_back(kind, layout);
  }
  auto one = made[static_cast<std::size_t>(draw.Below(std::ssize(made)))];
  if (siblings == SiblingTiming::kTogether) one.second = WithSiblingsIn(world, one.second);
  return one;
}

std::pair<Communicator, Layout> DrawPrefix(Draw& draw, int ranks, const Nodes& job,
                                           SiblingTiming siblings, const UsualSiblings& usual) {
  const std::vector<int> count = {static_cast<int>(draw.LogUniform(2, ranks))};
  const std::vector<Layout> layouts = LayoutsOf(count, job);
  const Layout layout = layouts[static_cast<std::size_t>(draw.Below(std::ssize(layouts)))];
  return {Communicator::kPrefix, siblings == SiblingTiming::kTogether ? usual.Of(layout) : layout};
}

Bytes DrawSize(Draw& draw, Collective collective, const Range& range, Bytes most) {
  if (collective == Collective::kBarrier) return Bytes{0};
  // Reductions add doubles, as in tuning.
  const std::int64_t unit = Reduces(collective) ? sizeof(double) : 1;
  const std::int64_t high =
      std::min({range.most.count, most.count, measure::kMostBytes.count}) / unit;
  if (high < 1) return Bytes{0};
  const std::int64_t low = std::clamp<std::int64_t>(range.least.count / unit, 1, high);
  const std::int64_t odd = draw.LogUniform(low, high) | 1;
  return Bytes{unit * (odd <= high ? odd : std::max(odd - 2, low))};
}

/// Returns the rule that covers a problem; nullptr without one.
const Rule* RuleFor(const DecisionTable& table, const Problem& problem, const Places* places,
                    Mapping mapping, const std::optional<CommunicatorSize>& size) {
  const Placement here{places == nullptr ? 0 : places->sites(), mapping};
  const Row* row =
      table.Find(problem.collective, size.value_or(SizeOf(problem.layout)), problem.root, here);
  return row ? row->Find(problem.bytes) : nullptr;
}

std::vector<Collective> DecidedCollectives(const DecisionTable& table) {
  std::vector<Collective> collectives;
  for (const Row& row : table.rows) {
    if (!row.rules.empty()) collectives.push_back(row.collective);
  }
  std::ranges::sort(collectives);
  collectives.erase(std::unique(collectives.begin(), collectives.end()), collectives.end());
  return collectives;
}

}  // namespace

std::vector<DrawnProblem> DrawProblems(const DecisionTable& table, int ranks, const Nodes& nodes,
                                       const PointOptions& options) {
  const std::vector<Collective> decided = DecidedCollectives(table);
  if (decided.empty()) throw std::invalid_argument("decides nothing: its tables are empty");
  for (const Collective collective : options.collectives) {
    if (std::ranges::find(decided, collective) != decided.end()) continue;
    throw std::invalid_argument(fmt::format("decides nothing about {}", ToText(collective)));
  }
  const auto& collectives = options.collectives.empty() ? decided : options.collectives;
  const UsualSiblings usual(nodes);  // counts the communicators of all jobs
  Draw draw(options.seed);
  std::vector<DrawnProblem> problems;
  for (int i = 0; i < options.points; ++i) {
    auto& [problem, communicator] = problems.emplace_back();
    problem.collective = collectives[static_cast<std::size_t>(i) % collectives.size()];
    std::tie(communicator, problem.layout) =
        options.communicators == CommunicatorSet::kAny
            ? DrawCommunicator(draw, nodes, options.siblings)
            : DrawPrefix(draw, ranks, nodes, options.siblings, usual);
    problem.bytes =
        DrawSize(draw, problem.collective, *DecidedSizes(table, problem.collective),
                 LargestBlock(problem.collective, problem.layout.ranks, options.memory));
    const auto root = static_cast<Rank>(draw.Below(problem.layout.ranks));
    problem.root = HasRoot(problem.collective) ? root : 0;
  }
  return problems;
}

ChoiceId ChoiceFor(const DecisionTable& table, const Problem& problem, const Places* places,
                   Mapping mapping, const std::optional<CommunicatorSize>& size) {
  const Rule* rule = RuleFor(table, problem, places, mapping, size);
  if (!rule) return kLibrary;
  const Choice choice = ParseChoice(problem.collective, rule->choice.text());
  return ToText(Declines(choice, ShapeOf(problem, places)).empty() ? choice : Choice{});
}

std::optional<RuleKind> EvidenceFor(const DecisionTable& table, const Problem& problem,
                                    const Places* places, Mapping mapping,
                                    const std::optional<CommunicatorSize>& size) {
  const Rule* rule = RuleFor(table, problem, places, mapping, size);
  return rule == nullptr ? std::nullopt : std::optional(KindOf(*rule));
}

Trial Exhaustive(const Problem& problem, ChoiceId choice, std::span<const Choice> natives,
                 const Places* places) {
  Trial trial{problem, {kLibrary}};
  for (const Choice& native : natives) trial.choices.push_back(ToText(native));
  for (const Choice& candidate : CandidatesFor(problem.collective, ShapeOf(problem, places))) {
    trial.choices.push_back(ToText(candidate));
  }
  if (std::ranges::find(trial.choices, choice) == trial.choices.end()) {
    trial.choices.push_back(choice);
  }
  return trial;
}

std::optional<Evaluated> Judge(const Problem& problem, ChoiceId choice, const TrialResult& result) {
  const auto timing = [&](ChoiceId name) {
    const auto found = std::ranges::find(result.timings, name, &Candidate::choice);
    return found == result.timings.end() ? Candidate{} : *found;
  };
  Evaluated point{problem, timing(choice), timing(choice), timing(kLibrary), result.spent};
  if (point.chosen.samples == 0 || point.library.samples == 0) return std::nullopt;
  for (const Candidate& candidate : result.timings) {
    if (candidate.samples > 0 && candidate.median < point.best.median) point.best = candidate;
  }
  return point;
}

bool IsSlower(const Candidate& candidate, const Candidate& library, double tolerance) {
  return candidate.low > library.high && candidate.median / library.median - 1 > tolerance;
}

bool MayBeBest(const Evaluated& point) { return point.chosen.low <= point.best.high; }

double ConfidenceOfEach(double confidence, std::size_t statements) {
  return 1 - (1 - confidence) / static_cast<double>(std::max<std::size_t>(statements, 1));
}

int FewestSamples(double confidence) {
  return 1 + static_cast<int>(std::ceil(-std::log2(1 - confidence)));
}

EvaluationSummary Summarise(std::span<const Evaluated> points, std::optional<Collective> only,
                            double tolerance) {
  EvaluationSummary summary;
  std::vector<double> regrets;
  double logs = 0;
  for (const Evaluated& point : points) {
    if (only && point.problem.collective != *only) continue;
    regrets.push_back(point.Regret());
    logs += std::log1p(point.Slowdown());
    if (!summary.worst || point.Regret() > summary.worst->Regret()) summary.worst = &point;
    summary.worst_slowdown =
        regrets.size() == 1 ? point.Slowdown() : std::max(summary.worst_slowdown, point.Slowdown());
    summary.significant += IsSlower(point.chosen, point.library, tolerance);
    summary.may_be_best += MayBeBest(point);
    summary.spent += point.spent;
  }
  std::ranges::sort(regrets);
  const auto count = static_cast<double>(regrets.size());
  summary.points = static_cast<int>(regrets.size());
  for (const double regret : regrets) summary.mean_regret += regret / count;
  constexpr double kPercentile = 0.95;
  summary.p95_regret = regrets[static_cast<std::size_t>(std::ceil(kPercentile * count)) - 1];
  summary.ratio = std::exp(logs / count);
  return summary;
}

}  // namespace colltune::tune
