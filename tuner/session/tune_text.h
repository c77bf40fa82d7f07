// What `tune` prints at its end.
#ifndef COLLTUNE_TUNER_SESSION_TUNE_TEXT_H_
#define COLLTUNE_TUNER_SESSION_TUNE_TEXT_H_

#include <string>
#include <vector>

#include "tuner/session/tune.h"

namespace colltune::tune {

/// The table, what it took, and what is uncertain in it; lines.
std::string ResultText(const TuneResult& result);

/// How many decisions wait to be confirmed, and the command line that confirms them, which is
/// `arguments` again and --resume; empty where none waits. `launcher` is what comes before
/// "colltune" in it, with a blank at its end.
std::string WaitingText(const TuneResult& result, const std::string& launcher,
                        const std::vector<std::string>& arguments);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SESSION_TUNE_TEXT_H_
