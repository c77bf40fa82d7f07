// Verification that a profile still fits: a sample of its decisions is compared with the library's
// own again.
// Pure: no MPI calls, no clock, no files.
#ifndef COLLTUNE_TUNER_EVALUATE_VERIFICATION_H_
#define COLLTUNE_TUNER_EVALUATE_VERIFICATION_H_

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profiles/decision_table.h"
#include "tuner/problem/job_layout.h"
#include "tuner/problem/job_places.h"
#include "tuner/problem/sibling_timing.h"
#include "tuner/problem/trial.h"

namespace colltune::tune {

/// A decision for something else than the library's own, at a size that has evidence.
struct Claim {
  Problem problem;
  ChoiceId choice;
  std::optional<double> ratio;  ///< choice / library, of the medians; none where one is missing
  Seconds once{};               ///< both medians together: the time of one comparison

  friend bool operator==(const Claim&, const Claim&) = default;
};

struct Claims {
  std::vector<Claim> claims;
  int without_layout = 0;    ///< rows for communicators that the job cannot form
  int without_evidence = 0;  ///< rules for other choices than the library's, without evidence
};

/// Returns the claims of a table that a job on `nodes` can check; `places` are the job's, if known.
/// `siblings`: how the table's layouts were timed.
Claims ClaimsOf(const DecisionTable& table, const Nodes& nodes, const JobPlaces* places = nullptr,
                SiblingTiming siblings = SiblingTiming::kAlone);

/// Sorts claims into the order of checking, which may run out of time:
/// - first the smallest ratio of each collective and layout, the collectives in turns;
/// - then the other claims in random order, by `seed`.
std::vector<Claim> InOrder(std::vector<Claim> claims, std::uint64_t seed);

/// Returns the trial that compares the claim's choice with the library's own.
Trial Check(const Claim& claim);

enum class Verdict : unsigned char { kFaster, kEqual, kSlower };

/// In the order of the enum.
inline constexpr std::array<std::string_view, 3> kVerdictNames = {
    "holds", "as fast as the library, for all that can be told", "SLOWER than the library"};

struct Checked {
  Claim claim;
  Candidate chosen;
  Candidate library;
  Verdict verdict = Verdict::kEqual;  ///< kEqual: intervals overlap, or slower within `tolerance`

  double Ratio() const { return chosen.median / library.median; }
};

/// Judges the result of Check(claim). Nothing where the choice or the library's own has no valid
/// sample.
std::optional<Checked> Judge(const Claim& claim, const TrialResult& result, double tolerance);

/// Returns a line: "bcast on 16 ranks, 1 per node, 65536 bytes, root 0: flat: claimed 0.80,
/// now 1.30 of the library's time: SLOWER than the library".
std::string CheckedText(const Checked& checked);

bool Fits(std::span<const Checked> checked);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_EVALUATE_VERIFICATION_H_
