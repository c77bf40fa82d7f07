// Performs schedules with MPI point-to-point messages.
#ifndef COLLTUNE_ALGORITHMS_RUNNER_H_
#define COLLTUNE_ALGORITHMS_RUNNER_H_

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/mpi/unique.h"
#include "algorithms/view.h"

namespace colltune {

/// What a schedule works on.
struct Operands {
  View input;
  View output;
  View scratch;  ///< at no base: the runner has the memory
  MPI_Op op = MPI_OP_NULL;
};

/// An algorithm was asked for a problem that it declines.
class Declined : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// Memory that is kept for the next call.
class Store {
 public:
  /// At least `bytes`, aligned for every type; what it held is lost.
  std::byte* Reserve(std::int64_t bytes);

 private:
  std::unique_ptr<std::byte[]> memory_;
  std::int64_t size_ = 0;
};

/// Runs algorithms on the processes of one communicator; calls.h has a function for each of MPI's
/// collectives.
///
/// Messages travel on a private communicator, never on the caller's, where a receive from any
/// source with any tag could take them. Schedules are kept: a call that repeats an algorithm on
/// a shape builds nothing and allocates nothing, but where a message is of several blocks that lie
/// apart (allgatherv:neighbor_exchange), which takes a datatype. Only one thread may use a Runner
/// at a time, as MPI demands of collective calls on one communicator anyway.
class Runner {
 public:
  /// Collective over `comm`. Throws MpiError when no communicator can be made.
  explicit Runner(MPI_Comm comm);

  /// Performs this rank's part. Collective: all ranks name the same choice and shape (but
  /// shape.in_place may differ in rooted collectives).
  /// Returns MPI_SUCCESS or the first error of a message or a reduction; a message that is shorter
  /// than this rank expects is one (MPI_ERR_OTHER). Where ranks disagree on the size of a block
  /// that is divided, so that one sends another number of messages than its peer expects, the
  /// peer returns MPI_ERR_TRUNCATE or MPI_ERR_OTHER and receives as many as there are. After an
  /// error the rest of the schedule is still performed, so that no other rank waits in vain. In a
  /// round of several messages, other than one each way, MPICH raises errors on MPI_COMM_WORLD
  /// first, whose error handler may end the program. Throws Declined on all ranks alike, before any
  /// message; and MpiError or std::bad_alloc where memory or types cannot be had.
  int Run(const Choice& choice, const Shape& shape, const Operands& operands);

  /// As above, for a schedule that the caller keeps.
  int Run(const Schedule& schedule, const Operands& operands);

  MPI_Comm comm() const { return comm_.get(); }
  int ranks() const { return ranks_; }
  Rank rank() const { return rank_; }

  /// Memory for those who prepare operands, besides that of Buffer::kScratch. Lost at the next
  /// call of the same function.
  std::byte* Staging(std::int64_t bytes) { return staging_.Reserve(bytes); }
  std::vector<std::int64_t>& begins() { return begins_; }

 private:
  struct Key {
    Choice choice;
    Shape shape;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };
  struct Kept {
    explicit Kept(Schedule made);
    Schedule schedule;
    std::int64_t scratch;
    std::vector<int> announced;  // by message
  };
  using KeptOnes = std::unordered_map<Key, Kept, Hash>;
  static constexpr std::size_t kRecent = 16;
  struct Bound;  // operands and the scratch memory of one call

  const Kept& Find(const Choice& choice, const Shape& shape);
  KeptOnes::iterator Make(const Key& key);
  int Run(const Kept& kept, const Operands& operands);
  int Perform(std::span<const Message> messages, const Bound& bound);
  int PerformAlone(const Message& message, const Bound& bound);
  int Exchange(const Message& receive, const Message& send, const Bound& bound);
  int Complete(std::span<const Message> messages, const Bound& bound);
  // Some messages are received as packed bytes (see IsFragile), behind each other in packed_.
  static std::int64_t PackedBytes(const Message& message, const Bound& bound);
  void ReservePacked(std::span<const Message> messages, const Bound& bound);
  /// Where a message comes from or goes; `used` of packed_ by those before it.
  Piece Target(const Message& message, const Bound& bound, std::int64_t& used);
  /// What a receive into `target` is worth that ended with `code`.
  int Accept(int code, const MPI_Status& status, const Message& message, const Piece& target,
             const Bound& bound);
  /// Whether a peer that has another schedule sends nothing more.
  bool HasEnded(Rank peer) const;
  /// Receives what peers send more than was expected of them.
  void Drain();
  int Perform(const Step& step, const Bound& bound);
  int Copy(const Step& step, const Bound& bound);
  int Convert(const Piece& from, const Piece& into);
  int Unpack(const void* packed, int bytes, const Piece& into);
  int Reduce(const Step& step, const Bound& bound);

  UniqueComm comm_;
  int ranks_ = 0;
  Rank rank_ = 0;
  KeptOnes kept_;
  std::int64_t kept_bytes_ = 0;
  // Of kept_, so that calls that take turns need no hash.
  std::array<const std::pair<const Key, Kept>*, kRecent> recent_ = {};
  Store scratch_;
  Store staging_;
  Store packed_;
  std::vector<std::int64_t> begins_;
  std::vector<MPI_Request> requests_;
  std::map<Rank, int> disagreeing_;  // in this call: who sends more or less, and how much is left
};

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_RUNNER_H_
