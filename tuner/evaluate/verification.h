// Whether a profile still fits: a sample of its decisions, held against the library's own again.
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
#include "tuner/problem/job_places.h"
#include "tuner/problem/question.h"
#include "tuner/problem/space.h"

namespace colltune::tune {

/// A decision for something else than the library's own, at a size that has evidence.
struct Claim {
  Problem problem;
  std::string choice;
  std::optional<double> ratio;  ///< choice / library, of the medians; none where one is missing
  Seconds once{};               ///< both medians together: what it takes to look once

  friend bool operator==(const Claim&, const Claim&) = default;
};

struct Claims {
  std::vector<Claim> claims;
  int without_layout = 0;    ///< rows for communicators that the job cannot form
  int without_evidence = 0;  ///< rules that choose something else, and do not say why
};

/// All that a table claims, and a job on `nodes` can check; `places` are the job's, if known.
Claims ClaimsOf(const DecisionTable& table, const Nodes& nodes, const JobPlaces* places = nullptr);

/// The order in which to check them while there is time: of each collective on each layout the
/// smallest ratio, the collectives in turns; then the others at random, by the seed.
std::vector<Claim> InOrder(std::vector<Claim> claims, std::uint64_t seed);

/// The choice against the library's own.
Question Check(const Claim& claim);

enum class Verdict : unsigned char { kFaster, kEqual, kSlower };

/// In the order of the enum.
inline constexpr std::array<std::string_view, 3> kVerdictNames = {
    "holds", "as fast as the library, for all that can be told", "SLOWER than the library"};

struct Checked {
  Claim claim;
  Candidate chosen;
  Candidate library;
  Verdict verdict = Verdict::kEqual;  ///< kEqual: the intervals cannot tell, or by `tolerance`

  double Ratio() const { return chosen.median / library.median; }
};

/// Nothing where one of the two has no valid sample.
std::optional<Checked> Judge(const Claim& claim, const Answer& answer, double tolerance);

/// "bcast on 16 ranks, 1 per node, 65536 bytes: flat takes 1.30 of the library's time, ...".
std::string CheckedText(const Checked& checked);

bool Fits(std::span<const Checked> checked);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_EVALUATE_VERIFICATION_H_
