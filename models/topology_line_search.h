// State of the search for lines in the topology model: lines so far, and how well streams at once
// agree with them.
#ifndef COLLTUNE_MODELS_TOPOLOGY_LINE_SEARCH_H_
#define COLLTUNE_MODELS_TOPOLOGY_LINE_SEARCH_H_

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/network/network_model.h"
#include "models/topology_readings.h"

namespace colltune::models {

struct FoundLine {
  double byte_time = 0;   ///< seconds per byte
  double half_width = 0;  ///< uncertainty of byte_time
};

std::string LineName(std::string_view prefix, const HostReadings& read, std::size_t host);
std::string LineName(std::string_view prefix, std::size_t group);

/// Directions of the streams of a sample across a border.
enum class Way : unsigned char { kOut, kIn, kBoth };

/// A time that is longer by this share has a reason.
inline constexpr double kClearly = 1.05;

/// Explanations are alike whose errors, or byte times, differ by less: what the model leaves out.
inline constexpr double kNoBetter = 0.005;

class LineSearch {
 public:
  using Sample = measure::NetworkSample;
  using Samples = std::vector<const Sample*>;
  /// Lines that explain streams together, by the names of their parameters.
  using Lines = std::map<std::string, FoundLine>;

  /// Keeps the largest streams at once. The arguments must outlive the search. `values`: all
  /// parameters but lines.
  LineSearch(const measure::NetworkData& data, const HostReadings& read, const HostTree& tree,
             const ParameterValues& values);

  const HostReadings& read() const { return read_; }
  const HostTree& tree() const { return tree_; }
  const Lines& lines() const { return lines_; }
  bool Has(const std::string& name) const { return lines_.contains(name); }

  void Set(const std::string& name, FoundLine line);
  void Remove(const std::string& name);
  void Replace(const Lines& lines) {
    lines_ = lines;
    values_ = With(lines);
  }

  /// Returns the samples all of whose streams cross the border of a set of hosts, in one way.
  Samples Crossing(const std::function<bool(std::size_t)>& has, Way way) const;
  /// Returns the samples with a stream across the border of one of the groups.
  Samples Among(std::span<const std::size_t> groups) const;
  /// Returns the samples with streams within one host.
  Samples Within(std::size_t host) const;
  Samples All() const;

  /// Whether the streams take clearly longer than the lines so far explain.
  bool TakesLonger(const Sample& sample) const;
  bool TakesLess(const Sample& sample) const;
  /// Returns the sample's time as a multiple of what the lines so far explain.
  double Excess(const Sample& sample) const;

  /// Returns the byte time of the line `name` with which the streams take their time, beside the
  /// lines so far; 0 if they take longer without it, too.
  FoundLine Explain(const Sample& sample, const std::string& name) const;

  /// Returns the mean distance of the samples from their replays, as a share of their times.
  double Error(const Samples& samples) const { return Error(samples, values_); }
  /// Returns the same with other lines instead.
  double ErrorWith(const Lines& lines, const Samples& samples) const {
    return Error(samples, With(lines));
  }
  /// Takes the first of some explanations that agrees with the samples as well as the best one.
  void Choose(const std::vector<Lines>& explanations, const Samples& samples);

  /// Returns the distance of errors up to which two explanations are alike: kNoBetter, and what
  /// intervals leave open.
  static double NoBetter(const Samples& samples);

 private:
  struct Streams {
    const Sample* sample;
    std::vector<std::pair<std::size_t, std::size_t>> hosts;  // from and to
  };

  Seconds Replay(const Sample& sample, const ParameterValues& values) const;
  double Error(const Samples& samples, const ParameterValues& values) const;
  ParameterValues With(const Lines& lines) const;  // all parameters
  double Explain(const Sample& sample, Seconds time, const std::string& name) const;

  const measure::NetworkData& data_;
  const HostReadings& read_;
  const HostTree& tree_;
  const ParameterValues others_;  // all but lines
  Lines lines_;
  ParameterValues values_;  // with the lines
  std::vector<Streams> streams_;
};

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_TOPOLOGY_LINE_SEARCH_H_
