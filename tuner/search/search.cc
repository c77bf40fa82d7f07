#include "tuner/search/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <tuple>
#include <utility>

#include "algorithms/buffers.h"
#include "algorithms/registry.h"
#include "tuner/search/root_bisection.h"
#include "tuner/search/size_independent_choice.h"

namespace colltune::tune {
namespace {

/// Distance between anchors, in sizes of the grid; larger where neighbours already tell at which
/// sizes choices change.
constexpr std::size_t kAnchorStep = 4;
constexpr std::size_t kLeaningStep = 8;

/// A question is worth its time where it may save this share of an operation's time.
constexpr double kWorth = 0.01;

/// Expected regret where the library's time is unknown and another choice is planned: libraries
/// change their algorithms at sizes that no model can know.
constexpr double kSurprise = 0.01;

/// A library estimated to take at least this multiple of the planned choice's time is not expected
/// to become the faster one between two sizes where it was slower.
constexpr double kNoSurprise = 2;

/// A library slower than this multiple of a choice on both neighbouring layouts is not expected to
/// be faster on the layout between.
constexpr double kClear = 1.1;

/// Candidates slower than this multiple of the best on both sides are ignored between.
constexpr double kHopeful = 1.5;

/// Sizes closer than a quarter of a power of two are not told apart.
constexpr double kLeastRatio = 1.19;

/// Least loss (at the worst size, as a logarithm) from which on the border between the choices of
/// two neighbouring grid sizes is refined.
constexpr double kSteep = 0.1;

/// Sizes are whole doubles, which reductions add.
constexpr std::int64_t kWhole = 8;

double LogOf(Seconds a, Seconds b) { return std::log(a / b); }

Bytes Middle(Bytes low, Bytes high) {
  const double middle = std::sqrt(static_cast<double>(std::max<std::int64_t>(low.count, 1)) *
                                  static_cast<double>(high.count));
  return Bytes{std::llround(middle / kWhole) * kWhole};
}

/// Whether an answer has the library's own time: without that time there is nothing to decide.
bool HasLibrary(const Answer& answer) {
  return std::ranges::any_of(answer.timings, [](const Candidate& timing) {
    return timing.choice == kLibrary && IsKnown(timing);
  });
}

/// Returns the order of anchors, the smallest first: the bytes that cross the network and a little
/// for each message, over the ranks. Among cheap anchors the largest layouts, which applications
/// use, come first.
double RoughCost(const CostCurve& line, Bytes bytes) {
  constexpr double kMessage = 1024;  // bytes that take about as long as the message itself
  const double ranks = line.layout().ranks;
  constexpr Bytes kMuch{1 << 30};
  const Bytes block = LargestBlock(line.collective(), line.layout().ranks, kMuch);
  const double blocks =
      block.count > 0 ? static_cast<double>(kMuch.count) / static_cast<double>(block.count) : 0;
  return (kMessage + blocks * static_cast<double>(bytes.count)) / ranks;
}

bool IsCalled(const SearchOptions& options, Collective collective, const Layout& layout) {
  return options.called.empty() || options.called.contains({collective, layout});
}

}  // namespace

Search::Search(SearchOptions options, const Predictor& predictor)
    : options_(std::move(options)), predictor_(&predictor) {
  for (const Collective collective : options_.collectives) {
    errors_[collective];
    for (const Layout& layout : options_.layouts) {
      if (IsCalled(options_, collective, layout))
        lines_.emplace_back(collective, layout, predictor);
    }
  }
  Lean();
  AddAnchors(0);
}

void Search::AddAnchors(std::size_t first_line) {
  best_.resize(lines_.size());
  stale_.resize(lines_.size(), true);
  if (options_.kind == SearchKind::kModel) return;
  for (std::size_t i = first_line; i < lines_.size(); ++i) {
    const bool is_told = lines_[i].is_interpolated() && KnowsSizes(lines_[i].collective());
    const std::size_t race_step = is_told ? kLeaningStep : kAnchorStep;
    const bool all = options_.kind == SearchKind::kExhaustive || !options_.called.empty();
    const std::size_t step = all ? 1 : race_step;
    const std::vector<Bytes> sizes = SizesOf(options_, lines_[i].collective(), lines_[i].layout());
    const auto group = groups_.find(&lines_[i]);
    for (std::size_t at = 0; at < sizes.size(); ++at) {
      if (at % step != 0 && at + 1 != sizes.size()) continue;
      const double value =
          group == groups_.end() ? CalledFor(lines_[i], sizes[at]) : group->second.saving;
      anchors_.push_back({i, sizes[at], value});
    }
  }
  SortAnchors();
}

void Search::SortAnchors() {
  std::ranges::stable_sort(anchors_, std::greater(), [this](const Refinement& wish) {
    const CostCurve& line = lines_[wish.line];
    return std::tuple(line.is_interpolated(), -wish.value, RoughCost(line, wish.bytes));
  });
}

double Search::CalledFor(const CostCurve& line, Bytes bytes) const {
  const auto calls = options_.called.find({line.collective(), line.layout()});
  if (calls == options_.called.end()) return 1;
  const auto size = calls->second.find(bytes);
  // One choice serves all sizes where ranks do not know them.
  return (size == calls->second.end() ? calls->second.begin() : size)->second.count();
}

void Search::Lean() {
  std::map<std::pair<Collective, Layout>, std::size_t> places;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    places[{lines_[i].collective(), lines_[i].layout()}] = i;
  }
  for (const Collective collective : options_.collectives) {
    for (const auto& [layout, low, high] : options_.between) {
      lines_.emplace_back(collective, layout, *predictor_);
      lines_.back().InterpolateBetween(lines_[places.at({collective, low})],
                                       lines_[places.at({collective, high})]);
    }
  }
}

std::vector<Bytes> SizesOf(const SearchOptions& options, Collective collective,
                           const Layout& layout) {
  if (!IsCalled(options, collective, layout)) return {};
  if (collective == Collective::kBarrier) return {Bytes{0}};
  const Bytes most{LargestBlock(collective, layout.ranks, options.memory).count / kWhole * kWhole};
  std::vector<Bytes> sizes;
  if (!options.called.empty() && KnowsSizes(collective)) {
    for (const auto& [bytes, time] : options.called.at({collective, layout})) {
      if (bytes <= most) sizes.push_back(bytes);
    }
    return sizes;
  }
  for (const Bytes bytes : options.sizes) {
    if (bytes <= most) sizes.push_back(bytes);
  }
  // The largest size that fits is added, so that all sizes up to it are decided.
  const bool is_cut = sizes.size() < options.sizes.size();
  if (is_cut && !sizes.empty() && sizes.back() < most) sizes.push_back(most);
  return sizes;
}

std::optional<Question> Search::Next() {
  const bool is_over = options_.budget && spent() >= *options_.budget;
  if (is_over || (is_split_ && !HasTimeForRoots())) {
    // Split also without time to measure other roots: Slower then knows the ones to leave to the
    // library.
    if (!is_split_ && options_.kind == SearchKind::kRace) Split();
    return std::nullopt;
  }
  const bool is_first = !anchors_.empty() && !lines_[anchors_.back().line].is_interpolated();
  if (is_first) return Ask(anchors_.back());
  if (options_.kind == SearchKind::kRace) {
    if (const auto best = BestOfAll()) return Ask(*best);
  }
  if (!anchors_.empty()) return Ask(anchors_.back());
  if (options_.kind != SearchKind::kRace) return std::nullopt;
  if (!is_split_) {
    Split();
  } else if (!Halve()) {
    return std::nullopt;
  }
  return Next();
}

void Search::Split() {
  is_split_ = true;
  const std::size_t count = lines_.size();
  for (std::size_t i = 0; i < count; ++i) {
    const CostCurve& line = lines_[i];
    if (!HasRoot(line.collective()) || line.measured().empty()) continue;
    if (options_.doubts_roots && !line.is_interpolated()) to_halve_.push_back(i);
    for (RootGroup& group :
         SplitRoots(line, ChoicesOf(line), options_.decision.margin, *predictor_)) {
      const CostCurve& added = AddLine(line, group.roots);
      groups_[&added] = std::move(group);
      to_halve_.push_back(lines_.size() - 1);
    }
  }
  AddAnchors(count);
}

bool Search::Halve() {
  for (const Half& half : std::exchange(halves_, {})) {
    const CostCurve& second = lines_[half.second];
    if (second.measured().empty()) continue;
    if (!Disagree(second, ChoicesOf(second), ChoicesOf(lines_[half.whole]))) continue;
    to_halve_.insert(to_halve_.end(), {half.whole, half.second});
  }
  for (const std::size_t line : std::exchange(to_halve_, {})) AddHalf(line);
  best_.resize(lines_.size());
  stale_.resize(lines_.size(), true);
  SortAnchors();
  return !halves_.empty();
}

void Search::AddHalf(std::size_t whole) {
  const CostCurve& line = lines_[whole];
  auto [kept, second] = Halves(RootsOf(line));
  if (kept.empty() || line.measured().empty()) return;
  AddLine(line, std::move(second));
  halves_.push_back({whole, std::move(kept), lines_.size() - 1});
  const auto group = groups_.find(&line);
  const double saving = group == groups_.end() ? 0 : group->second.saving / 2;
  groups_[&lines_.back()].saving = saving;
  for (const auto& [bytes, point] : line.measured()) {
    anchors_.push_back({lines_.size() - 1, bytes, saving});
    if (!options_.doubts_roots) anchors_.back().checked = NearBest(line, bytes);
  }
}

void Search::StandForItself(std::size_t line) {
  if (lines_[line].measured().empty() || !HasBegun(lines_[line])) return;
  const auto half = std::ranges::find(halves_, line, &Half::second);
  if (half == halves_.end()) return;
  // A line without roots of its own has none to give up: RootsOf excludes what siblings claim.
  CostCurve& whole = lines_[half->whole];
  if (!whole.roots().empty()) whole.Keep(half->kept);
}

Choices Search::ChoicesOf(const CostCurve& line) const {
  Choices choices;
  const bool knows = KnowsSizes(line.collective());
  const std::string one =
      knows ? "" : ChooseForAll(line.measured(), options_.decision.margin).choice;
  for (const auto& [bytes, point] : line.measured()) {
    choices[bytes] = knows ? DecisionAt(line, bytes).choice : one;
  }
  const Choices decided = choices;
  for (const Bytes bytes : SizesOf(options_, line.collective(), line.layout())) {
    const auto above = decided.lower_bound(bytes);
    if (above == decided.end() || above->first == bytes || above == decided.begin()) continue;
    const std::string& low = std::prev(above)->second;
    const auto from_low = line.Estimate(low, bytes);
    const auto from_high = line.Estimate(above->second, bytes);
    choices[bytes] = from_low && from_high && *from_high < *from_low ? above->second : low;
  }
  return choices;
}

std::optional<Search::Refinement> Search::BestOfAll() {
  std::optional<Refinement> best;
  double most = 0;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (stale_[i]) best_[i] = BestOf(i);
    stale_[i] = false;
    if (!best_[i]) continue;
    const double rate = best_[i]->value / Cost(*best_[i]).count();
    if (rate <= most) continue;
    most = rate;
    best = best_[i];
  }
  return best;
}

Question Search::Ask(const Refinement& wish) const {
  const CostCurve& line = lines_[wish.line];
  if (wish.checked.empty()) return About(line.At(wish.bytes), Contestants(line, wish.bytes));
  Question question = About(line.At(wish.bytes), {std::string(kLibrary)});
  for (const std::string& choice : wish.checked) {
    if (std::ranges::find(question.choices, choice) == question.choices.end()) {
      question.choices.push_back(choice);
    }
  }
  return question;
}

std::vector<Question> Search::FirstQuestions() const {
  std::vector<Question> questions;
  for (const Refinement& anchor : anchors_) questions.push_back(Ask(anchor));
  return questions;
}

void Search::Learn(const Question& question, const Answer& answer) {
  const auto line = Take(question, answer);
  const Problem problem = ProblemOf(question);
  was_asked_.insert(problem);
  const bool is_settled = line && IsSettled(lines_[*line]);
  std::erase_if(anchors_, [&](const Refinement& anchor) {
    return Is(anchor, problem) || (is_settled && anchor.line == *line);
  });
  if (line) StandForItself(*line);
}

bool Search::IsSettled(const CostCurve& line) const {
  return options_.kind == SearchKind::kRace && !KnowsSizes(line.collective()) &&
         !line.measured().empty() && ContestantsForAll(line, Bytes{}).size() == 1;
}

void Search::LearnAside(const Question& question, const Answer& answer) {
  const auto line = Take(question, answer);
  const Problem problem = ProblemOf(question);
  const bool is_anchor =
      std::ranges::any_of(anchors_, [&](const Refinement& anchor) { return Is(anchor, problem); });
  if (line && !is_anchor && !was_asked_.contains(problem)) {
    anchors_.push_back({*line, problem.bytes, 1});
  }
}

bool Search::Is(const Refinement& wish, const Problem& problem) const {
  return lines_[wish.line].At(wish.bytes) == problem;
}

std::optional<std::size_t> Search::FindLine(const Problem& problem) const {
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (lines_[i].At(problem.bytes) == problem) return i;
  }
  return std::nullopt;
}

std::optional<std::size_t> Search::Take(const Question& question, const Answer& answer) {
  ++asked_;
  const bool has_failed = std::ranges::any_of(
      answer.timings, [](const Candidate& timing) { return !timing.failed.empty(); });
  if (has_failed) {
    Failures failures;
    failures.Add(question, answer);
    LeaveOut(failures);
  }
  const auto found = FindLine(ProblemOf(question));
  if (!found) {
    spending_.given += answer.spent;
    return found;
  }
  CostCurve& line = lines_[*found];
  if (!line.roots().empty()) {
    spending_.roots += answer.spent;
  } else if (line.is_interpolated()) {
    spending_.between += answer.spent;
  } else {
    spending_.given += answer.spent;
  }
  for (const Candidate& timing : answer.timings) {
    const auto estimated = line.Estimate(timing.choice, question.bytes);
    if (timing.samples > 0 && estimated &&
        predictor_->Predict(timing.choice, line.At(question.bytes))) {
      errors_.at(line.collective()).Add(*estimated, timing.median);
    }
  }
  if (HasLibrary(answer)) line.Add(question.bytes, answer.timings);
  stale_[*found] = true;
  return found;
}

void Search::LeaveOut(const Failures& failures) {
  for (const auto& [what, reason] : failures.all()) failures_.Add(what, reason);
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const std::size_t before = lines_[i].left_out().size();
    LeaveOutOf(lines_[i]);
    if (lines_[i].left_out().size() != before) stale_[i] = true;
  }
}

void Search::LeaveOutOf(CostCurve& line) const {
  // A line without roots of its own decides also for other roots than the measured one.
  const bool is_for_others = line.roots().empty() || line.roots().back().last != 0;
  const bool is_for_first = line.At(Bytes{}).root == 0;
  for (const auto& [what, reason] : failures_.all()) {
    const bool concerns = what.with_other_root ? is_for_others : is_for_first;
    if (what.collective != line.collective() || what.layout != line.layout() || !concerns) continue;
    if (what.choice != kLibrary) line.LeaveOut(what.choice, reason);
  }
}

CostCurve& Search::AddLine(const CostCurve& whole, RootSet roots) {
  CostCurve& line =
      lines_.emplace_back(whole.collective(), whole.layout(), *predictor_, std::move(roots));
  line.InterpolateBetween(whole);
  LeaveOutOf(line);
  return line;
}

std::vector<std::string> Search::CandidatesOf(const CostCurve& line, Bytes bytes) const {
  const bool is_doubted = options_.doubts_roots && !line.roots().empty();
  return is_doubted ? line.AllCandidates(bytes) : line.Candidates(bytes);
}

std::vector<std::string> Search::Contestants(const CostCurve& line, Bytes bytes) const {
  if (options_.kind == SearchKind::kRace && !KnowsSizes(line.collective())) {
    return ContestantsForAll(line, bytes);
  }
  const std::vector<std::string> all = CandidatesOf(line, bytes);
  std::vector<std::string> names = {std::string(kLibrary)};
  const double slack = errors_.at(line.collective()).Slack();
  std::map<std::string, Seconds> estimates;
  Seconds best(std::numeric_limits<double>::infinity());
  for (const std::string& name : all) {
    if (const auto estimate = line.Estimate(name, bytes)) {
      estimates[name] = *estimate;
      best = std::min(best, *estimate);
    }
  }
  for (const std::string& name : NativesOf(line)) {
    const auto estimate = line.Estimate(name, bytes);
    if (!estimate || *estimate <= slack * best) names.push_back(name);
  }
  const bool drops = options_.kind == SearchKind::kRace;
  for (const std::string& name : all) {
    if (drops && estimates.contains(name) && estimates[name] > slack * best) continue;
    names.push_back(name);
  }
  return names;
}

std::vector<std::string> Search::ContestantsForAll(const CostCurve& line, Bytes bytes) const {
  std::vector<std::string> names = {std::string(kLibrary)};
  std::ranges::copy(NativesOf(line), std::back_inserter(names));
  std::ranges::copy(CandidatesOf(line, bytes), std::back_inserter(names));
  if (!line.measured().empty()) {
    std::erase_if(names, [&](const std::string& name) {
      return name != kLibrary && !GainAtAllSizes(line.measured(), name);
    });
  }
  return names;
}

std::vector<std::string> Search::NativesOf(const CostCurve& line) const {
  const auto natives = options_.natives.find(line.collective());
  if (natives == options_.natives.end()) return {};
  std::vector<std::string> names = natives->second;
  std::erase_if(names, [&](const std::string& name) { return line.left_out().contains(name); });
  return names;
}

Decision Search::DecisionAt(const CostCurve& line, Bytes bytes) const {
  std::vector<Candidate> candidates;
  const auto& point = line.measured().at(bytes);
  for (const auto& [name, candidate] : point) {
    candidates.push_back(candidate);
    candidates.back().predicted = predictor_->Predict(name, line.At(bytes));
  }
  for (const std::string& name : CandidatesOf(line, bytes)) {
    if (point.contains(name)) continue;
    candidates.push_back({name, 0, {}, {}, {}, predictor_->Predict(name, line.At(bytes))});
  }
  Decision decision = Decide(options_.decision, bytes, std::move(candidates));
  for (const auto& [name, reason] : line.left_out()) {
    decision.evidence.reason += fmt::format("; {} is left out: {}", name, reason);
  }
  return decision;
}

std::optional<Search::Refinement> Search::BestOf(std::size_t index) const {
  const CostCurve& line = lines_[index];
  if (line.measured().size() < 2) return std::nullopt;
  std::optional<Refinement> best;
  const std::vector<Bytes> sizes = SizesOf(options_, line.collective(), line.layout());
  for (auto low = line.measured().begin(), high = std::next(low); high != line.measured().end();
       ++low, ++high) {
    const Decided at_low{low->first, DecisionAt(line, low->first).choice};
    const Decided at_high{high->first, DecisionAt(line, high->first).choice};
    std::vector<Bytes> between;
    for (const Bytes bytes : sizes) {
      if (low->first < bytes && bytes < high->first) between.push_back(bytes);
    }
    const bool is_finer = between.empty();
    const double ratio = static_cast<double>(high->first.count) /
                         static_cast<double>(std::max<std::int64_t>(low->first.count, 1));
    // Layouts between two neighbours have borders between the neighbours' borders, which need no
    // refining. An application takes no notice of borders between its sizes.
    const bool may_refine = !line.is_interpolated() && options_.called.empty();
    if (is_finer && may_refine && ratio > kLeastRatio && high->first.count > 2 * kSmall.count) {
      between.push_back(Middle(low->first, high->first));
    }
    for (const Bytes bytes : between) {
      if (was_asked_.contains(line.At(bytes))) continue;  // got no usable answer
      Refinement wish{index, bytes, Value(line, at_low, bytes, at_high)};
      if (wish.value < kWorth && !is_finer && MaySurprise(line, at_low, bytes, at_high)) {
        wish.value = kSurprise;
        wish.checked = {at_low.choice, at_high.choice};
      }
      if (wish.value < (is_finer ? kSteep : kWorth)) continue;
      if (!best || wish.value > best->value) best = std::move(wish);
    }
  }
  return best;
}

bool Search::MaySurprise(const CostCurve& line, const Decided& low, Bytes middle,
                         const Decided& high) const {
  // A library changes its algorithm with other roots at the same sizes as with root 0, which was
  // measured.
  if (!line.roots().empty() || !KnowsSizes(line.collective())) return false;
  for (const Decided& near : {low, high}) {
    if (near.choice == kLibrary || IsClearAround(line, near.choice, middle)) continue;
    for (const Bytes bytes : {near.bytes, middle}) {
      const auto planned = line.Estimate(near.choice, bytes);
      const auto library = line.Estimate(std::string(kLibrary), bytes);
      if (!planned || !library || *library < kNoSurprise * *planned) return true;
    }
  }
  return false;
}

bool Search::IsClearAround(const CostCurve& line, const std::string& choice, Bytes bytes) {
  return line.is_interpolated() &&
         std::ranges::all_of(line.neighbours(), [&](const CostCurve* other) {
           const Candidate* mine = other->Find(bytes, choice);
           const Candidate* library = other->Find(bytes, std::string(kLibrary));
           return mine != nullptr && library != nullptr && library->low > kClear * mine->high;
         });
}

double Search::Value(const CostCurve& line, const Decided& low, Bytes middle,
                     const Decided& high) const {
  const double saved = Saved(line, middle, {low.choice, high.choice});
  if (low.choice == high.choice) return saved;
  // The choices differ: a wrong border costs `most` at most, and no more than the error of the
  // estimates.
  const auto loss = [&](const std::string& mine, const std::string& other, Bytes at) {
    const auto a = line.Estimate(mine, at);
    const auto b = line.Estimate(other, at);
    return a && b ? std::max(LogOf(*a, *b), 0.0) : kSteep;
  };
  const double most =
      std::max(loss(high.choice, low.choice, low.bytes), loss(low.choice, high.choice, high.bytes));
  const bool is_predicted = low.choice != kLibrary && high.choice != kLibrary;
  const double off = errors_.at(line.collective()).Level();
  return std::max(saved, std::min(most, is_predicted ? off : std::max(off, kSteep)));
}

double Search::Saved(const CostCurve& line, Bytes bytes,
                     const std::array<std::string, 2>& planned) const {
  Seconds least(std::numeric_limits<double>::infinity());
  bool is_library = false;
  for (const std::string& name : planned) {
    const auto estimate = line.Estimate(name, bytes);
    if (!estimate || *estimate >= least) continue;
    least = *estimate;
    is_library = name == kLibrary;
  }
  if (std::isinf(least.count())) return 0;
  double saved = 0;
  for (const std::string& name : line.Promising(bytes, kHopeful)) {
    const auto estimate = line.Estimate(name, bytes);
    if (estimate) saved = std::max(saved, LogOf(least, *estimate));
  }
  // The library keeps its place where others are faster by less than the margin.
  return is_library ? std::max(saved - options_.decision.margin, 0.0) : saved;
}

Seconds Search::Cost(const Refinement& wish) const {
  const CostCurve& line = lines_[wish.line];
  Seconds all{};
  for (const std::string& name : Ask(wish).choices) {
    if (const auto estimate = line.Estimate(name, wish.bytes)) all += *estimate;
  }
  return all * options_.reps;
}

int Search::left() const {
  int open = static_cast<int>(anchors_.size());
  for (const auto& question : best_) open += question.has_value();
  return open;
}

bool Search::HasBegun(const CostCurve& line) const {
  return std::ranges::none_of(
      anchors_, [&](const Refinement& anchor) { return &lines_[anchor.line] == &line; });
}

RootSet Search::Slower(const CostCurve& line) const {
  const auto group = groups_.find(&line);
  return group == groups_.end() ? RootSet() : group->second.slower;
}

RootSet Search::RootsOf(const CostCurve& line) const {
  if (!line.roots().empty()) return line.roots();
  RootSet rest = {{0, HasRoot(line.collective()) ? line.layout().ranks - 1 : 0}};
  for (const CostCurve& other : lines_) {
    if (other.collective() != line.collective() || other.layout() != line.layout()) continue;
    for (const Roots& roots : other.roots()) rest = Without(rest, roots);
  }
  return rest;
}

std::vector<Doubt> Search::Doubts() const {
  std::vector<Doubt> doubts;
  for (const Refinement& anchor : anchors_) {
    const CostCurve& line = lines_[anchor.line];
    doubts.push_back({line.At(anchor.bytes), errors_.at(line.collective()).Level()});
  }
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (options_.kind != SearchKind::kRace) break;
    const auto question = stale_[i] ? BestOf(i) : best_[i];
    if (question) doubts.push_back({lines_[i].At(question->bytes), question->value});
  }
  std::ranges::stable_sort(doubts, std::greater(), &Doubt::regret);
  return doubts;
}

}  // namespace colltune::tune
