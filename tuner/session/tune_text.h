// The report that `tune` prints at its end.
#ifndef COLLTUNE_TUNER_SESSION_TUNE_TEXT_H_
#define COLLTUNE_TUNER_SESSION_TUNE_TEXT_H_

#include <string>
#include <vector>

#include "tuner/session/tune.h"

namespace colltune::tune {

/// Returns lines: the models, the table, its cost, its replications, its uncertain decisions, and
/// failures.
std::string ResultText(const TuneResult& result);

/// Returns how many decisions wait to be confirmed, and the command line that confirms them; empty
/// where none waits. The command line is `arguments` without --confirm and with --resume.
/// `launcher` precedes "colltune" in the command line and ends with a blank.
std::string WaitingText(const TuneResult& result, const std::string& launcher,
                        const std::vector<std::string>& arguments);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SESSION_TUNE_TEXT_H_
