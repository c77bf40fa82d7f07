// Decisions from a journal alone, without measuring.
#ifndef COLLTUNE_TUNER_SESSION_FROM_JOURNAL_H_
#define COLLTUNE_TUNER_SESSION_FROM_JOURNAL_H_

#include <string>

#include "profiles/profile.h"
#include "tuner/journal/journal_text.h"
#include "tuner/session/tune_request.h"

namespace colltune::tune {

/// Returns the command line of the journal's latest run. Throws std::invalid_argument where the
/// journal has no run.
std::string CommandOf(const JournalReading& journal);

/// Returns `profile` with the models, decisions and machine that follow from a journal.
/// - `asked`: the request of the journal's latest run. A journal without siblings was timed alone.
/// - `rule`: judges the results; asked.rule told which trials were run.
///
/// Throws std::invalid_argument for a journal of another machine than the profile's, and for one
/// without a network.
Profile DecideFromJournal(Profile profile, const JournalReading& journal, const TuneRequest& asked,
                          const DecisionRule& rule);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SESSION_FROM_JOURNAL_H_
