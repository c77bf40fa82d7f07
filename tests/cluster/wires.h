// When a frame arrives: the network between the hosts, without clocks or devices.
//
// A frame leaves its host at the host's up rate, goes over the line of its link if that has a rate,
// travels for both hosts' latencies and the link's with its jitter, and enters the other host at
// that one's down rate. At each rate frames wait for those before them, and go on when all of
// their bytes are through (store and forward). Frames from one host to another keep their order.
#ifndef COLLTUNE_TESTS_CLUSTER_WIRES_H_
#define COLLTUNE_TESTS_CLUSTER_WIRES_H_

#include <optional>
#include <queue>
#include <random>
#include <vector>

#include "tests/cluster/description.h"

namespace colltune::cluster {

struct Frame {
  int from = 0;
  int to = 0;
  std::vector<char> bytes;
};

/// All times are since the same instant, whichever that is.
class Wires {
 public:
  explicit Wires(const Description& cluster);

  /// A frame that leaves its host now. Calls come with times that do not decrease.
  void Enter(Nanoseconds now, Frame frame);

  /// When Leave() has something to do, if anything is under way.
  std::optional<Nanoseconds> Next() const;

  /// The frames that have arrived by now, in that order.
  std::vector<Frame> Leave(Nanoseconds now);

 private:
  /// Where frames wait for each other.
  struct Line {
    Rate rate = kUnlimited;
    Nanoseconds free{0};

    /// When a frame that comes at `time` is through.
    Nanoseconds Pass(Nanoseconds time, std::size_t bytes);
  };

  /// What a frame comes to next.
  enum class Stage : unsigned char { kLink, kDown, kHost };

  struct Event {
    Nanoseconds time;
    std::uint64_t number;  ///< what is at the same time goes in the order of its coming
    Stage stage;
    Frame frame;
  };

  struct Later {
    bool operator()(const Event& a, const Event& b) const {
      return a.time != b.time ? a.time > b.time : a.number > b.number;
    }
  };

  void Schedule(Nanoseconds time, Stage stage, Frame frame);
  Nanoseconds Travel(Nanoseconds start, const Frame& frame);

  Description cluster_;
  std::vector<Line> up_;                   // of each host
  std::vector<Line> down_;                 // of each host
  std::vector<Line> links_;                // as the description's
  std::vector<Nanoseconds> last_arrival_;  // of each pair, as link_of
  std::mt19937_64 random_;
  std::priority_queue<Event, std::vector<Event>, Later> events_;
  std::uint64_t number_ = 0;
};

}  // namespace colltune::cluster

#endif  // COLLTUNE_TESTS_CLUSTER_WIRES_H_
