// A drawn machine by its truth file: what messages cross, and how long they take.
#ifndef COLLTUNE_TESTS_SMPI_MACHINES_KNOWN_MACHINE_H_
#define COLLTUNE_TESTS_SMPI_MACHINES_KNOWN_MACHINE_H_

#include <map>
#include <span>
#include <string>
#include <vector>

namespace colltune::machines {

/// A message between two hosts.
struct Flow {
  std::string from;
  std::string to;
};

class KnownMachine {
 public:
  /// Reads NAME.truth. Throws std::runtime_error for a file without parameters.
  explicit KnownMachine(const std::string& path);

  bool Has(const std::string& parameter) const { return parameters_.contains(parameter); }

  /// Returns a parameter by its name in the truth file. Throws std::out_of_range.
  double operator[](const std::string& parameter) const;

  /// Returns the rack of a host.
  int RackOf(const std::string& host) const;

  /// Returns the site of a host; 0 where all racks are in one.
  int SiteOf(const std::string& host) const;

  /// Whether two hosts have the same overheads and lines.
  bool AreAlike(const std::string& one, const std::string& other) const;

  /// Returns the name of the line that takes longest for `flows`, as "memory H".
  std::string SlowestLine(std::span<const Flow> flows) const;

  /// Returns the time from the send of `bytes` to the end of the receive of each of `flows`, which
  /// start together. Requires flows that share lines evenly: all of them alike, or turned around.
  double TimeOf(std::span<const Flow> flows, double bytes) const;

 private:
  struct Route {
    double latency = 0;              // s
    std::vector<std::string> lines;  // names of parameters, in s/B
  };

  struct Slowest {
    std::string line;
    double byte_time = 0;  // s/B, for one byte of each flow that crosses it
  };

  Route RouteOf(const Flow& flow) const;
  Slowest SlowestOf(std::span<const Flow> flows) const;

  /// Adds the line of a host or group in one direction, "out" or "in".
  void Cross(const std::string& line, const std::string& owner, const std::string& direction,
             Route& route) const;

  std::map<std::string, double> parameters_;
};

}  // namespace colltune::machines

#endif  // COLLTUNE_TESTS_SMPI_MACHINES_KNOWN_MACHINE_H_
