#include "tuner/session/from_journal.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>
#include <variant>

#include "measure/network/places.h"
#include "measure/network/sample_file.h"
#include "tuner/session/space_of_job.h"
#include "tuner/session/tuning_session.h"

namespace colltune::tune {
namespace {

/// Adds the library's own algorithms that were measured: here may be another library, or none.
void AddNatives(const TrialLog& known, SearchSpace& space) {
  std::map<Collective, std::set<ChoiceId>> natives;
  for (const CompletedTrial& completed : known.All()) {
    for (const ChoiceId choice : completed.trial.choices) {
      if (!choice.text().starts_with(kNativePrefix)) continue;
      natives[completed.trial.problem.collective].insert(choice);
    }
  }
  for (const auto& [collective, choices] : natives) {
    space.natives[collective].assign(choices.begin(), choices.end());
  }
}

/// Returns the request as its trials were timed: older programs know no siblings, and so their
/// journals name none.
TuneRequest AsTimed(TuneRequest request, const TrialLog& known) {
  const bool knows_siblings = std::ranges::any_of(
      known.All(), [](const CompletedTrial& one) { return one.trial.problem.layout.siblings > 1; });
  if (!knows_siblings) request.siblings = SiblingTiming::kAlone;
  return request;
}

}  // namespace

std::string CommandOf(const JournalReading& journal) {
  std::string command;
  for (const JournalEntry& entry : journal.entries) {
    if (const auto* run = std::get_if<JournalRun>(&entry)) command = run->command;
  }
  if (command.empty()) throw std::invalid_argument("has no run: nothing was measured");
  return command;
}

Profile DecideFromJournal(Profile profile, const JournalReading& journal, const TuneRequest& asked,
                          const DecisionRule& rule) {
  const Fingerprint& machine = journal.owner->machine;
  if (const std::string difference = Difference(profile.fingerprint, machine);
      !difference.empty()) {
    throw std::invalid_argument("is of another machine than the profile: " + difference);
  }
  const TrialLog known(journal.entries);
  const TuneRequest request = AsTimed(asked, known);
  const std::string* const samples = known.NetworkSamples();
  if (samples == nullptr) throw std::invalid_argument("has no network: tune first");
  measure::NetworkData data = measure::ReadSamples(*samples, "the network");
  const Nodes nodes(measure::HostNumbers(data.places));
  SearchSpace space = SpaceOn(nodes, request, request.TimingOn(machine));
  AddNatives(known, space);
  TuningSession session(request, std::move(space), nodes, std::move(data));
  session.Begin(known.Completed(session.ModelTrials()), known);
  session.AddRest(known);
  session.DecideBy(rule);
  TuneResult result = session.Decide(known, known.failures());
  profile.network = std::move(result.profile.network);
  profile.table = std::move(result.profile.table);
  profile.machine = std::move(result.profile.machine);
  profile.provenance.margin = rule.margin;
  profile.provenance.between_runs =
      result.replicated ? result.replicated->between_runs : std::nullopt;
  return profile;
}

}  // namespace colltune::tune
