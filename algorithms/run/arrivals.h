// Receives the messages of a schedule, and detects messages that do not match.
#ifndef COLLTUNE_ALGORITHMS_RUN_ARRIVALS_H_
#define COLLTUNE_ALGORITHMS_RUN_ARRIVALS_H_

#include <mpi.h>

#include <cstdint>
#include <map>
#include <span>

#include "algorithms/run/bound_schedule.h"
#include "algorithms/run/scratch_memory.h"

namespace colltune {

/// Receives the messages of a rank, and detects peers with another schedule. The tag of a message
/// says how many more messages follow on the same way (KeptSchedule::Announced). Messages match by
/// their order, so a receiver learns at once that the sender has another schedule. Schedules differ
/// if ranks disagree on the size of a divided block. After an error the tags also say that, for
/// those who receive wrong data.
///
/// Some messages are received as packed bytes (see IsFragile), one after the other in a buffer of
/// this object.
class Arrivals {
 public:
  /// `comm`: communicator of the messages, on which receives accept any tag.
  explicit Arrivals(MPI_Comm comm) : comm_(comm) {}

  /// Begins a call, whether or not End() was called for the one before.
  void Begin() {
    failed_ = 0;
    if (!disagreeing_.empty()) [[unlikely]]
      disagreeing_.clear();  // the call before ended without End()
  }

  /// Returns the tag of a message which this rank sends.
  int Tag(const Message& message, const Bound& bound) const {
    return bound.kept.Announced(message) | failed_;
  }

  /// Reserves memory for the packed ones among `messages`, which are received together.
  void Reserve(std::span<const Message> messages, const Bound& bound);

  /// Returns the memory that a message is received into or sent from. `used`: bytes of the packed
  /// buffer that earlier messages take; grows by those of this message.
  MpiSpan Target(const Message& message, const Bound& bound, std::int64_t& used);

  /// Returns the status to pass to a receive, which has the expected tag in advance, in case the
  /// receive fails before it has begun.
  static MPI_Status Expected(const Message& message, const Bound& bound) {
    return Tagged(bound.kept.Announced(message));
  }

  /// Checks a receive into `target` that ended with `code`, and unpacks packed bytes. Returns, for
  /// the first case that applies:
  /// - `code`, if it is an error;
  /// - MPI_ERR_TRUNCATE, if the sender announces more messages than this rank expects;
  /// - MPI_ERR_OTHER, if the sender announces fewer or marks the message as wrong;
  /// - MPI_ERR_OTHER, if the message is shorter than this rank expects;
  /// - the code of unpacking;
  /// - MPI_SUCCESS.
  int Accept(int code, const MPI_Status& status, const Message& message, const MpiSpan& target,
             const Bound& bound);

  /// Whether `peer` has another schedule, and has no more messages to send.
  bool HasEnded(Rank peer) const {
    if (disagreeing_.empty()) [[likely]]
      return false;
    const auto found = disagreeing_.find(peer);
    return found != disagreeing_.end() && found->second == 0;
  }

  /// Ends a call: receives and drops the messages that peers with another schedule still send.
  void End() {
    if (!disagreeing_.empty()) [[unlikely]]
      Drain();
  }

 private:
  /// Flag in a tag: the sender has already met an error.
  static constexpr int kFailed = KeptSchedule::kMostAnnounced + 1;

  static MPI_Status Tagged(int tag) {
    MPI_Status status{};
    status.MPI_TAG = tag;
    return status;
  }
  int Judge(int code, const MPI_Status& status, const Message& message, const MpiSpan& target,
            const Bound& bound);
  static std::int64_t PackedBytes(const Message& message, const Bound& bound);
  void Drain();

  MPI_Comm comm_;
  int failed_ = 0;  // in this call: 0, or kFailed after an error
  Store packed_;
  std::map<Rank, int> disagreeing_;  // in this call: messages left to come, by disagreeing peer
};

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_RUN_ARRIVALS_H_
