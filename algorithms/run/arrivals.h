// Where messages are received, and what they are worth.
#ifndef COLLTUNE_ALGORITHMS_RUN_ARRIVALS_H_
#define COLLTUNE_ALGORITHMS_RUN_ARRIVALS_H_

#include <mpi.h>

#include <cstdint>
#include <map>
#include <span>

#include "algorithms/run/bound.h"
#include "algorithms/run/store.h"

namespace colltune {

/// The messages that a rank receives. Each message's tag says how many more are behind it on its
/// way (KeptSchedule::Announced): messages match by their order, and a receiver learns at once when
/// the sender has another schedule, as ranks have that disagree on the size of a block that is
/// divided. After an error the tags say that too, so that whoever gets what is wrong learns of it.
///
/// Some messages are received as packed bytes (see IsFragile), behind each other in memory of this.
class Arrivals {
 public:
  /// Receives with any tag are on `comm`.
  explicit Arrivals(MPI_Comm comm) : comm_(comm) {}

  /// Begins a call, however the one before ended.
  void Begin() {
    failed_ = 0;
    if (!disagreeing_.empty()) [[unlikely]]
      disagreeing_.clear();  // it never returned
  }

  /// The tag of a message which this rank sends.
  int Tag(const Message& message, const Bound& bound) const {
    return bound.kept.Announced(message) | failed_;
  }

  /// Makes room for those that are received together.
  void Reserve(std::span<const Message> messages, const Bound& bound);

  /// Where a message comes from or goes to; `used` bytes of the room are those before it.
  Piece Target(const Message& message, const Bound& bound, std::int64_t& used);

  /// A status that a receive is to be given: it has the tag that is expected also where the receive
  /// fails before it has begun.
  static MPI_Status Expected(const Message& message, const Bound& bound) {
    return Tagged(bound.kept.Announced(message));
  }

  /// What a receive into `target` is worth that ended with `code`: MPI_SUCCESS or an error. A
  /// message that is shorter than this rank expects is MPI_ERR_OTHER, and one that its sender knows
  /// to be wrong.
  int Accept(int code, const MPI_Status& status, const Message& message, const Piece& target,
             const Bound& bound);

  /// Whether a peer that has another schedule sends nothing more.
  bool HasEnded(Rank peer) const {
    if (disagreeing_.empty()) [[likely]]
      return false;
    const auto found = disagreeing_.find(peer);
    return found != disagreeing_.end() && found->second == 0;
  }

  /// Ends a call: receives what peers send more than was expected of them.
  void End() {
    if (!disagreeing_.empty()) [[unlikely]]
      Drain();
  }

 private:
  /// In a tag: the sender has met an error before.
  static constexpr int kFailed = KeptSchedule::kMostAnnounced + 1;

  static MPI_Status Tagged(int tag) {
    MPI_Status status{};
    status.MPI_TAG = tag;
    return status;
  }
  int Judge(int code, const MPI_Status& status, const Message& message, const Piece& target,
            const Bound& bound);
  static std::int64_t PackedBytes(const Message& message, const Bound& bound);
  void Drain();

  MPI_Comm comm_;
  int failed_ = 0;  // in this call; or kFailed
  Store packed_;
  std::map<Rank, int> disagreeing_;  // in this call: who sends more or less, and how much is left
};

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_RUN_ARRIVALS_H_
