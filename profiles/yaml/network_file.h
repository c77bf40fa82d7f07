// Fitted networks as files: see profiles/FORMAT.md.
#ifndef COLLTUNE_PROFILES_YAML_NETWORK_FILE_H_
#define COLLTUNE_PROFILES_YAML_NETWORK_FILE_H_

#include <optional>
#include <string>
#include <vector>

#include "profiles/profile.h"

namespace colltune {

/// The value of the key `colltune_network`.
inline constexpr int kNetworkVersion = 1;

/// A parameter of a network model, in the model's own terms.
struct NetworkFileParameter {
  std::string name;
  double value = 0;  ///< at least 0
  std::string unit;
  /// Half width of its 95 % confidence interval, in the same unit; nothing if no sample determines
  /// it.
  std::optional<double> half_width;
  bool identified = true;  ///< false: no sample determines it, and `value` is a fallback

  friend bool operator==(const NetworkFileParameter&, const NetworkFileParameter&) = default;
};

/// |predicted/measured - 1| over the samples of one experiment.
struct NetworkResidual {
  std::string experiment;
  int samples = 0;
  double median = 0;
  double p95 = 0;
  double worst = 0;
  std::string where;  ///< the sample with the worst residual, in words

  friend bool operator==(const NetworkResidual&, const NetworkResidual&) = default;
};

struct NetworkFileModel {
  std::string name;
  std::vector<NetworkFileParameter> parameters;  ///< each name once
  std::vector<NetworkResidual> residuals;
  std::vector<std::string> notes;

  friend bool operator==(const NetworkFileModel&, const NetworkFileModel&) = default;
};

struct NetworkPlace {
  std::string host;
  int socket = 0;

  friend bool operator==(const NetworkPlace&, const NetworkPlace&) = default;
};

struct NetworkFile {
  std::string created;  ///< UTC, ISO 8601
  std::string command;
  std::vector<NetworkPlace> places;      ///< of each rank that was measured
  std::vector<NetworkFileModel> models;  ///< each name once

  friend bool operator==(const NetworkFile&, const NetworkFile&) = default;
};

std::string ToYaml(const NetworkFile& network);

/// Parses a network file; `file` names it in errors. All or nothing: throws ProfileError, with the
/// line, for the first fault. Names of models and parameters are not checked here, but by the
/// models.
NetworkFile ParseNetwork(const std::string& text, const std::string& file);

/// Both throw ProfileError, which names the file and the reason.
NetworkFile ReadNetworkFile(const std::string& path);
/// Writes a file completely or not at all: a file of that name is replaced when the new one is on
/// the disk.
void WriteNetworkFile(const std::string& path, const NetworkFile& network);

/// Tells whether the text says that it is a network file, whatever else is in it.
bool IsNetworkFile(const std::string& path);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_YAML_NETWORK_FILE_H_
