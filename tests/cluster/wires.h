// Arrival times of frames: the network between the hosts, without clocks or devices.
//
// A frame passes in turn
// - the up rate of its host,
// - the line of its link, if that has a rate,
// - the latencies of both hosts and of the link, with its jitter,
// - the down rate of the other host.
//
// At each rate a frame waits for the frames before it, and goes on when all of its bytes are
// through (store and forward). Frames from one host to another keep their order.
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

/// All times count from the same instant, whichever that is.
class Wires {
 public:
  explicit Wires(const Description& cluster);

  /// Adds a frame that leaves its host now. Times of consecutive calls must not decrease.
  void Enter(Nanoseconds now, Frame frame);

  /// The next time when Leave() has work to do, if any frame is under way.
  std::optional<Nanoseconds> Next() const;

  /// Removes and returns the frames that have arrived by `now`, in the order of arrival.
  std::vector<Frame> Leave(Nanoseconds now);

 private:
  /// A line that carries one frame at a time.
  struct Line {
    Rate rate = kUnlimited;
    Nanoseconds free{0};

    /// The time when a frame that comes at `time` is through.
    Nanoseconds Pass(Nanoseconds time, std::size_t bytes);
  };

  /// The next part of the network on a frame's way.
  enum class Stage : unsigned char { kLink, kDown, kHost };

  struct Event {
    Nanoseconds time;
    std::uint64_t number;  ///< order of simultaneous events
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
