// No rule chooses anything but the library's own until a second, independent run has confirmed it,
// and where further ones have looked each of them has.
// Pure: no MPI, no clock, no files.
#ifndef COLLTUNE_TUNER_DECIDE_GUARD_H_
#define COLLTUNE_TUNER_DECIDE_GUARD_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/decide/confirmations.h"
#include "tuner/search/search.h"

namespace colltune::tune {

/// Of the budget, what is kept to confirm decisions: two of the candidates of each race again,
/// which are those that stay in it longest. On two ranks, where nearly all was decided for
/// something else than the library's own, that took 26 % of what the races had taken; elsewhere it
/// takes less.
inline constexpr double kConfirmShare = 0.25;

enum class ReplicationState : unsigned char { kWaiting, kConfirmed, kRefuted };

/// What other runs made of a decision.
struct SecondLook {
  ReplicationState standing = ReplicationState::kWaiting;
  std::string reason;  ///< in words, with what the run found that found the least gain
  int runs = 0;        ///< that confirmed it
};

/// "; " and these words, after the reason of a decision.
std::string ReasonText(const SecondLook& look);

/// Of the decision for `choice` at a measured size: confirmed where the same rule takes it in each
/// run again.
SecondLook LookAgain(const Search& search, const Line& line, Bytes bytes, const std::string& choice,
                     const Confirmations& confirmations);

/// Of one choice for all measured sizes: confirmed where in each run it is significantly slower at
/// none of them, and faster by more than the margin on the average.
SecondLook LookAgainAtAll(const Search& search, const Line& line, const std::string& choice,
                          const Confirmations& confirmations);

/// Adds to the evidence for `choice` at its size what another run measured, if one did: of several
/// the one with the least gain.
void AddAgain(Evidence& evidence, const Search& search, const Line& line, const std::string& choice,
              const Confirmations& confirmations);

/// The decision as rules may use it: for the library unless it is confirmed. Its evidence says why.
Decision Guarded(Decision decision, const Search& search, const Line& line,
                 const Confirmations& confirmations);

/// How many other runs are to look at a decision, where the budget allows it, and which one is
/// going to. Whether a choice is faster than the library can depend on where a process has its
/// memory: of two ranks on two virtual cores a pipelined broadcast of 1 MiB took 100 us in some and
/// 230 to 340 in others, the library's 94 to 132. With one look, 7 of 204 decisions were slower.
struct Looks {
  int wanted = 1;
  int run = 0;
};

/// A decision for something else than the library's own, and what to ask about it.
struct Guardable {
  ReplicationState standing = ReplicationState::kWaiting;
  std::vector<Question> open;  ///< that the run is to ask
  double value = 0;            ///< the share of time that is saved, for each second of asking
};

/// All of a search, what waits and is the most valuable first.
std::vector<Guardable> Guardables(const Search& search, const Confirmations& confirmations,
                                  const Looks& looks);

/// What became of all decisions for something else than the library's own.
struct GuardSummary {
  int waiting = 0;
  int confirmed = 0;
  int refuted = 0;
  int questions = 0;           ///< that were repeated
  Seconds spent{};             ///< by these
  bool out_of_budget = false;  ///< more could have been repeated
  /// See Provenance. Nothing where too few were repeated.
  std::optional<double> between_runs = std::nullopt;
};

GuardSummary Summarise(const Search& search, const Confirmations& confirmations);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_DECIDE_GUARD_H_
