// A profile: what colltune knows and has decided about one cluster. profiles/FORMAT.md describes
// the file.
#ifndef COLLTUNE_PROFILES_PROFILE_H_
#define COLLTUNE_PROFILES_PROFILE_H_

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "algorithms/places.h"
#include "profiles/decision_table.h"
#include "profiles/fingerprint.h"

namespace colltune {

/// A fitted parameter of a network model, in the model's own terms: "G", 8e-10, "s/B".
struct NetworkParameter {
  std::string name;
  double value = 0;
  std::string unit;
  /// Half width of its 95 % confidence interval, in the same unit; none if no sample determines the
  /// value.
  std::optional<double> half_width = {};

  friend bool operator==(const NetworkParameter&, const NetworkParameter&) = default;
};

struct FittedModel {
  std::string name;  ///< "hockney", "loggp"
  std::vector<NetworkParameter> parameters;
  double worst_residual = 0;  ///< largest |predicted/measured - 1| over the fitted samples
  /// 90th percentile of the model's error in predicting the collectives that were tried: 0.1 means
  /// a factor of at most 1.1 either way. Nothing where none was tried.
  std::optional<double> off_by = {};

  friend bool operator==(const FittedModel&, const FittedModel&) = default;
};

/// Origin of the profile.
struct Provenance {
  std::string created;  ///< UTC, ISO 8601
  std::string command;
  std::string method;  ///< how operations were timed, such as "round_time"
  std::string clock;   ///< its name, resolution and cost
  double confidence = 0;
  double margin = 0;
  /// Percentile, at `confidence`, of the difference between two runs in the ratio of two
  /// candidates' times: 0.1 means a factor of at most 1.1 either way. Nothing if there was no
  /// second run.
  std::optional<double> between_runs;
  std::vector<std::string> hosts;
  std::string job = {};     ///< its size, and the placement of its ranks; empty: not known
  std::string kernel = {};  ///< of the nodes; empty: not known

  friend bool operator==(const Provenance&, const Provenance&) = default;
};

/// Regret that a tuning has bought: by how much of the best time decisions are expected to be
/// slower, weighted by the calls of applications.
struct RegretReport {
  /// Mean, and the value that 95 % of calls stay below; shares of the best time.
  struct Regret {
    double mean = 0;
    double p95 = 0;
    friend bool operator==(const Regret&, const Regret&) = default;
  };

  Regret expected;
  Regret calibrated;     ///< measured, of interpolated decisions that nothing was fitted to
  int calibrations = 0;  ///< number of measured problems behind `calibrated`
  /// Shares of calls that are decided by measurements, by interpolations, and left to the library
  /// without a measurement.
  double measured = 0;
  double interpolated = 0;
  double left_to_library = 0;
  Seconds spent{};
  std::optional<Seconds> budget = {};  ///< none: no limit
  std::optional<double> later = {};    ///< expected mean after three times the time

  friend bool operator==(const RegretReport&, const RegretReport&) = default;
};

struct Profile {
  Fingerprint fingerprint;
  Provenance provenance;
  std::vector<FittedModel> network;
  DecisionTable table;
  std::optional<RegretReport> regret = {};
  std::optional<Machine> machine = {};  ///< needed by choices that depend on the machine

  friend bool operator==(const Profile&, const Profile&) = default;
};

/// A profile, or its compiled table, that cannot be used. what() is "FILE:LINE: reason", without
/// the line where there is none to name.
class ProfileError : public std::runtime_error {
 public:
  ProfileError(const std::string& file, int line, const std::string& reason);
};

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_PROFILE_H_
