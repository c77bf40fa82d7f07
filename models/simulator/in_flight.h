// The messages of a simulation that are sent and not yet received.
#ifndef COLLTUNE_MODELS_SIMULATOR_IN_FLIGHT_H_
#define COLLTUNE_MODELS_SIMULATOR_IN_FLIGHT_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/shape.h"
#include "algorithms/units.h"

namespace colltune::models {

/// The receiver's end of a message.
struct Arrival {
  Seconds time{};
  Seconds overhead{};         ///< of the receiver's processor, from `time` on
  Seconds gap{};              ///< since the arrival before this one at that rank
  std::uint32_t message = 0;  ///< number of the message, from the recorder
};

/// Queues of items between two ranks, first in first out for each pair of ranks in one direction.
///
/// A hash table whose lists share one pool of nodes: neither putting nor taking a message allocates
/// once the pool has held as many. A pair of ranks costs no memory while no message is between
/// them. Only one thread at a time may use the queues.
template <typename Item>
class PairQueues {
 public:
  PairQueues() : lists_(std::size_t{1} << log2_lists_) {}

  void Put(Rank from, Rank to, Item item) {
    if (count_ == lists_.size()) DoubleLists();
    const Index node = NewNode({Key(from, to), item, kNone});
    Append(node);
    ++count_;
  }

  /// Takes the oldest item that is left from `from` to `to`, if there is any.
  std::optional<Item> Take(Rank from, Rank to) {
    const std::uint64_t key = Key(from, to);
    List& list = ListOf(key);
    Index before = kNone;
    Index node = list.first;
    while (node != kNone && nodes_[node].key != key) {
      before = std::exchange(node, nodes_[node].next);
    }
    if (node == kNone) return std::nullopt;
    (before == kNone ? list.first : nodes_[before].next) = nodes_[node].next;
    if (list.last == node) list.last = before;
    nodes_[node].next = std::exchange(unused_, node);
    --count_;
    return nodes_[node].item;
  }

 private:
  using Index = std::uint32_t;  // into nodes_
  static constexpr Index kNone = std::numeric_limits<Index>::max();

  struct Node {
    std::uint64_t key;
    Item item;
    Index next;
  };
  struct List {
    Index first = kNone;
    Index last = kNone;
  };

  static std::uint64_t Key(Rank from, Rank to) {
    return std::uint64_t{static_cast<std::uint32_t>(from)} << 32 | static_cast<std::uint32_t>(to);
  }

  /// Fibonacci hashing (Knuth, The Art of Computer Programming 3, section 6.4) of the receiver: the
  /// factor is 2^64 / golden ratio, and the upper bits of the product are well mixed. Lists of
  /// neighboring senders lie side by side, as schedules mostly name neighbors in turn.
  List& ListOf(std::uint64_t key) {
    const std::uint64_t start = (key & 0xFFFFFFFFU) * 0x9E3779B97F4A7C15U >> (64 - log2_lists_);
    return lists_[(start + (key >> 32)) & (lists_.size() - 1)];
  }

  Index NewNode(const Node& node) {
    if (unused_ == kNone) {
      nodes_.push_back(node);
      return static_cast<Index>(nodes_.size() - 1);
    }
    const Index reused = unused_;
    unused_ = std::exchange(nodes_[reused], node).next;
    return reused;
  }

  void Append(Index node) {
    List& list = ListOf(nodes_[node].key);
    (list.last == kNone ? list.first : nodes_[list.last].next) = node;
    list.last = node;
  }

  /// Doubles the number of lists. Messages of one pair are in one list, and keep their order on the
  /// way to another.
  void DoubleLists() {
    ++log2_lists_;
    const std::vector<List> old =
        std::exchange(lists_, std::vector<List>(std::size_t{1} << log2_lists_));
    for (const List& list : old) {
      for (Index node = list.first; node != kNone;) {
        const Index moved = std::exchange(node, nodes_[node].next);
        nodes_[moved].next = kNone;
        Append(moved);
      }
    }
  }

  unsigned log2_lists_ = 6;  // to start with; as many lists as messages, or more
  std::vector<List> lists_;
  std::vector<Node> nodes_;
  Index unused_ = kNone;  // first of the list of free nodes
  std::size_t count_ = 0;
};

using InFlight = PairQueues<Arrival>;

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_SIMULATOR_IN_FLIGHT_H_
