#include "tuner/dry_run.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <variant>

#include "measure/network/sample_file.h"
#include "tuner/choose_model.h"
#include "tuner/course.h"
#include "tuner/fit.h"
#include "tuner/forecast.h"
#include "tuner/guard.h"
#include "tuner/plan.h"
#include "tuner/tune_setup.h"

namespace colltune {
namespace {

/// All pairs alike, and as assumed.
class AssumedNetwork final : public Network {
 public:
  MessageCost Cost(Rank /*from*/, Rank /*to*/, Bytes bytes) const override {
    MessageCost cost;
    cost.latency = kAssumedLatency;
    cost.transfer = cost.gap = Seconds(kAssumedByteTime * static_cast<double>(bytes.count));
    return cost;
  }
};

/// What a journal knows, which is left as it is.
struct Recorded {
  std::vector<Answered> answers;
  Confirmations confirmations;
  std::string samples;  ///< of the network; empty: there are none
};

Recorded Read(const std::string& path, const JournalOwner& owner) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw JournalError(path, 0, std::strerror(errno));
  const JournalReading reading = ReadJournal(std::string(std::istreambuf_iterator<char>(file), {}));
  if (reading.owner) {
    const std::string difference = Difference(*reading.owner, owner);
    if (!difference.empty()) throw JournalError(path, 1, "belongs to another: " + difference);
  }
  Recorded recorded{{}, ConfirmationsIn(reading.entries), ""};
  for (const JournalEntry& entry : reading.entries) {
    if (const auto* network = std::get_if<JournalNetwork>(&entry)) {
      recorded.samples = network->samples;
    } else if (const auto* answer = std::get_if<JournalAnswer>(&entry)) {
      recorded.answers.push_back({answer->question, answer->answer});
    }
  }
  return recorded;
}

std::vector<std::unique_ptr<Forecast>> Forecasts(const Recorded& recorded,
                                                 const std::string& journal, const Nodes& nodes) {
  std::vector<std::unique_ptr<Forecast>> forecasts;
  if (recorded.samples.empty()) {
    forecasts.push_back(
        std::make_unique<Forecast>("assumed", std::make_unique<AssumedNetwork>(), nodes));
    return forecasts;
  }
  for (Fit& fit : FitAll(ReadSamples(recorded.samples, journal))) {
    forecasts.push_back(std::make_unique<Forecast>(fit.model, std::move(fit.network), nodes));
  }
  return forecasts;
}

/// Trials that the journal knows, and those that it does not.
struct TrialsLeft {
  std::vector<Trial> known;
  std::vector<Question> open;
};

TrialsLeft Sort(const std::vector<Question>& trials, const Recorded& recorded) {
  TrialsLeft sorted;
  for (const Question& trial : trials) {
    const auto found = std::ranges::find(recorded.answers, trial, &Answered::question);
    if (found == recorded.answers.end()) {
      sorted.open.push_back(trial);
    } else {
      sorted.known.push_back({trial, found->answer});
    }
  }
  return sorted;
}

/// What remains to be asked, of what does not depend on other answers.
std::vector<Question> OpenQuestions(const TuneOptions& options, Search& search,
                                    const TrialsLeft& trials, const Recorded& recorded) {
  for (const auto& [question, answer] : trials.known) search.LearnAside(question, answer);
  for (const auto& [question, answer] : recorded.answers) {
    const bool is_trial =
        std::ranges::find(trials.known, question, &Trial::question) != trials.known.end();
    if (!question.confirms && !is_trial) search.Learn(question, answer);
  }
  std::vector<Question> open;
  if (!options.confirm) {
    open = search.FirstQuestions();
    open.insert(open.end(), trials.open.begin(), trials.open.end());
  }
  if (options.exact) return open;
  for (const Guardable& guardable : Guardables(search, recorded.confirmations)) {
    open.insert(open.end(), guardable.open.begin(), guardable.open.end());
  }
  return open;
}

}  // namespace

std::string DryRun(const TuneOptions& options, Job& job) {
  CheckFits(options, job);
  const Clock& clock = WtimeClock();
  const Experiments experiments(job, clock, {options.stopping, std::nullopt, options.exact});
  SearchOptions search_options = SearchOptionsOf(options, job, experiments.nodes());
  std::string text;
  job.OnRoot([&] {
    Recorded recorded;
    if (options.resume) recorded = Read(options.journal, OwnerOf(job, experiments, clock));
    const auto forecasts = Forecasts(recorded, options.journal, experiments.nodes());
    const TrialsLeft trials = Sort(Trials(search_options, forecasts), recorded);
    const Forecast& forecast = *forecasts[ChooseModel(forecasts, trials.known)];
    Search search(search_options, forecast);
    Plan plan;
    plan.questions = OpenQuestions(options, search, trials, recorded);
    plan.known = std::move(recorded.answers);
    plan.knows_network = !recorded.samples.empty();
    plan.confirms = !options.exact;
    search_options.budget = options.search.budget;
    text = PlanText(plan, search_options, forecast);
  });
  return text;
}

}  // namespace colltune
