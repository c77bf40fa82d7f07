#include "tuner/show/timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <stdexcept>

#include "models/networks.h"
#include "tuner/text/network_models.h"
#include "tuner/text/table_text.h"

namespace colltune::tune {
namespace {

constexpr std::string_view kModel = "loggp";

/// Columns of the widest chart: a line then has less than 100 characters, with ranks up to seven
/// digits.
constexpr int kMostColumns = 70;
constexpr int kTick = 10;  // columns

/// Rounding error of a time, as a share of a column.
constexpr double kRounding = 1e-6;

/// In the order of the enum Activity::Kind.
constexpr std::array<char, 5> kLetters = {'S', 'R', '.', '-', 'C'};

/// Words for a step: in the sum of its kind, and in its own line. In the order of PathStep::Kind.
struct StepWords {
  std::string_view sum;
  std::string_view line;  // of a rank and its peer
};
constexpr std::array<StepWords, 6> kStepWords = {{
    {"sends", "rank {} sends to rank {}"},
    {"receives", "rank {} receives from rank {}"},
    {"messages on their way", "the message of rank {} to rank {} is on its way"},
    {"senders' ports", "the port of rank {} is closed after the message to rank {}"},
    {"receivers' ports", "the port of rank {} is closed after the message from rank {}"},
    {"copies and reductions", "rank {} copies and reduces"},
}};

/// Number of steps shown at the beginning of a long path, and also at its end.
constexpr std::size_t kShownSteps = 8;

/// Seconds per column, and number of columns.
struct Scale {
  double column = 0;
  int columns = 0;
};

/// Returns the finest scale that fits `finish` seconds into kMostColumns: a column is 1, 2 or 5
/// times a power of ten seconds.
Scale ScaleFor(double finish) {
  if (finish <= 0) return {};
  const double decade = std::pow(10, std::floor(std::log10(finish / kMostColumns)));
  double column = 0;
  for (const double factor : {1, 2, 5, 10}) {
    column = factor * decade;
    if (finish / column <= kMostColumns + kRounding) break;
  }
  return {column, std::max(1, static_cast<int>(std::ceil(finish / column - kRounding)))};
}

Seconds FinishOf(const models::Timeline& timeline) {
  return timeline.empty() ? Seconds(0) : timeline.back().end;
}

std::string Axis(const Scale& scale) {
  std::string text;
  for (int column = 0; column < scale.columns; column += kTick) {
    text.resize(static_cast<std::size_t>(column), ' ');
    text += fmt::format("|{:g}", Microseconds(Seconds(column * scale.column)).count());
  }
  return text;
}

/// Share of a column, by kind of activity.
using Shares = std::array<double, kLetters.size()>;

char Letter(const Shares& shares) {
  const auto waits = shares.begin() + 2;
  const bool busy = std::any_of(shares.begin(), waits, [](double share) { return share > 0; });
  const auto most =
      busy ? std::max_element(shares.begin(), waits) : std::max_element(waits, shares.end());
  return *most > 0 ? kLetters[static_cast<std::size_t>(most - shares.begin())] : ' ';
}

std::string ChartLine(const models::Timeline& timeline, const Scale& scale) {
  std::vector<Shares> shares(static_cast<std::size_t>(scale.columns));
  for (const models::Activity& activity : timeline) {
    const double begin = activity.begin.count() / scale.column;
    const double end = activity.end.count() / scale.column;
    const int first = std::min(static_cast<int>(begin + kRounding), scale.columns - 1);
    const int last = std::min(static_cast<int>(std::ceil(end - kRounding)), scale.columns);
    for (int column = first; column < std::max(last, first + 1); ++column) {
      const double share = std::min(end, column + 1.0) - std::max<double>(begin, column);
      shares[static_cast<std::size_t>(column)][static_cast<std::size_t>(activity.kind)] +=
          std::max(share, kRounding);
    }
  }
  std::string text;
  for (const Shares& column : shares) text += Letter(column);
  return text;
}

std::vector<Schedule> BuildWithin(Bytes most, const ScheduleView& view) {
  std::vector<Schedule> all;
  Bytes sum;
  for (Rank rank = 0; rank < view.shape.ranks; ++rank) {
    all.push_back(view.schedule(rank));
    sum.count += all.back().memory().count;
    if (sum > most) {
      throw std::invalid_argument(
          fmt::format("--timeline: the schedules of {} ranks take more than {}B of memory; take "
                      "fewer with -n",
                      view.shape.ranks, ToText(most)));
    }
  }
  return all;
}

}  // namespace

KnownNetwork ExampleNetwork() {
  return {{.name = std::string(kModel),
           // tests/smpi/loggp.cfg (overheads, g, G) and loggp.xml (L: two links of 5 us)
           .parameters = {{"L", 10e-6, "s"},
                          {"o_s", 2e-6, "s"},
                          {"o_r", 2e-6, "s"},
                          {"g", 2e-6, "s"},
                          {"G", 0.8e-9, "s/B"}}},
          "an example, the machine of tests/smpi/loggp.xml; see --network"};
}

KnownNetwork NetworkOf(const Profile& profile, const std::string& path) {
  const auto found = std::ranges::find(profile.network, kModel, &FittedModel::name);
  if (found == profile.network.end()) {
    throw std::invalid_argument(fmt::format(
        "--network: {} has no {} network; take a profile that tune wrote", path, kModel));
  }
  return {*found, path};
}

void WriteTimelines(const ScheduleView& view, const KnownNetwork& known, const Sink& sink) {
  constexpr Bytes kMostMemory{std::int64_t{2} << 30};
  const std::unique_ptr<models::Network> network =
      models::MakeNetwork(known.model.name, ValuesOf(known.model));
  const std::vector<Schedule> schedules = BuildWithin(kMostMemory, view);
  sink(fmt::format("network: {}\n  {}\n", known.origin, ModelText(known.model)));
  const std::vector<Program> programs = ProgramsOf(view.collective, view.shape, schedules);
  const Bytes element = ElementOf(view);
  if (!view.agreement.empty()) sink(fmt::format("from the end of {} on:\n", view.agreement));
  WriteChart(models::Trace(schedules, element, *network, programs), sink);
  WriteCriticalPath(models::CriticalPath(schedules, element, *network, programs), sink);
}

void WriteChart(std::span<const models::Timeline> timelines, const Sink& sink) {
  Seconds finish{};
  for (const models::Timeline& timeline : timelines) finish = std::max(finish, FinishOf(timeline));
  const Scale scale = ScaleFor(finish.count());
  const std::size_t digits = std::to_string(timelines.size() - 1).size();
  const bool has_local = std::ranges::any_of(timelines, [](const models::Timeline& timeline) {
    return std::ranges::find(timeline, models::Activity::Kind::kLocal, &models::Activity::kind) !=
           timeline.end();
  });
  sink(fmt::format(
      "S sends, R receives, {}. waits for a message, - waits until what it sent has left\n",
      has_local ? "C copies or reduces, " : ""));
  // "rank ", the digits and two spaces.
  sink(fmt::format("{:{}}{:<{}}  {:>11}\n", "", digits + 7, Axis(scale), scale.columns,
                   "finish (us)"));
  for (std::size_t rank = 0; rank < timelines.size(); ++rank) {
    sink(fmt::format("rank {:>{}}  {}  {:>11.3f}\n", rank, digits,
                     ChartLine(timelines[rank], scale),
                     Microseconds(FinishOf(timelines[rank])).count()));
  }
}

void WriteCriticalPath(std::span<const models::PathStep> path, const Sink& sink) {
  if (path.empty()) return;
  std::array<Seconds, kStepWords.size()> sums{};
  for (const models::PathStep& step : path) {
    sums[static_cast<std::size_t>(step.kind)] += step.end - step.begin;
  }
  std::string text = "critical path (us):";
  for (std::size_t kind = 0; kind < sums.size(); ++kind) {
    if (sums[kind] <= Seconds(0)) continue;
    text += fmt::format("{} {} {:.3f}", text.back() == ':' ? "" : ",", kStepWords[kind].sum,
                        Microseconds(sums[kind]).count());
  }
  sink(text + "\n");
  const bool is_long = path.size() > 2 * kShownSteps + 1;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (is_long && i == kShownSteps) {
      const std::size_t hidden = path.size() - 2 * kShownSteps;
      sink(fmt::format("  {:>11}  {} more steps\n", "...", hidden));
      i += hidden;
    }
    const models::PathStep& step = path[i];
    sink(fmt::format("  {:>11.3f}  {}\n", Microseconds(step.end).count(),
                     fmt::format(fmt::runtime(kStepWords[static_cast<std::size_t>(step.kind)].line),
                                 step.rank, step.peer)));
  }
}

}  // namespace colltune::tune
