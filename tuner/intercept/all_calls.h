// Calls of allgather, alltoall and barrier as Dispatch takes them. See dispatch.h.
#ifndef COLLTUNE_TUNER_INTERCEPT_ALL_CALLS_H_
#define COLLTUNE_TUNER_INTERCEPT_ALL_CALLS_H_

#include "tuner/intercept/arguments.h"
#include "tuner/intercept/communicator_entry.h"

namespace colltune::intercept {

/// Allgather or alltoall: all blocks of all ranks have one size.
template <Collective kWhich, auto kPerform>
struct EqualBlocksCall {
  static constexpr Collective kCollective = kWhich;
  Data send;
  Data receive;

  KeyArguments Reads(const CommunicatorEntry&) const { return {receive.count, receive.type}; }
  std::optional<Key> KeyOn(const CommunicatorEntry& on) const { return KeyOf(Reads(on), on); }
  bool Suits(const CommunicatorEntry& on, const SizeRule&) const {
    const Data& block = kWhich == Collective::kAllgather ? BlockOf(on.rank(), receive) : receive;
    return IsUsable(receive, on.private_comm()) && SuitsBeside(block, send, on.private_comm());
  }
  int Perform(Runner& runner, const Choice& choice) const {
    return kPerform(runner, choice, send.buffer, send.count, send.type,
                    const_cast<void*>(receive.buffer), receive.count, receive.type);
  }
};

using AllgatherCall = EqualBlocksCall<Collective::kAllgather, Allgather>;
using AlltoallCall = EqualBlocksCall<Collective::kAlltoall, Alltoall>;

/// Allgatherv: all ranks know all sizes, whose mean is the key.
template <typename Counts, typename Places>
struct AllgathervCall {
  static constexpr Collective kCollective = Collective::kAllgatherv;
  Data send;
  void* receive;
  const Counts* counts;
  const Places* displacements;
  MPI_Datatype type;

  std::optional<Key> KeyOn(const CommunicatorEntry& on) const {
    if (on.IsBetweenGroups()) return Key{};
    if (type == MPI_DATATYPE_NULL || !AreCounts(counts, on.ranks())) return std::nullopt;
    return Key{Bytes{MeanOf(counts, on.ranks(), ItemSize(type))}};
  }
  bool Suits(const CommunicatorEntry& on, const SizeRule&) const {
    const auto blocks =
        UsableBlocks(receive, counts, displacements, on.ranks(), type, on.private_comm());
    return blocks &&
           SuitsBeside(BlockOf(on.rank(), *blocks, counts, displacements), send, on.private_comm());
  }
  int Perform(Runner& runner, const Choice& choice) const {
    return Allgatherv(runner, choice, send.buffer, send.count, send.type, receive, counts,
                      displacements, type);
  }
};

/// Alltoallv: the key has no size, since ranks do not know each other's sizes.
template <typename Counts, typename Places>
struct AlltoallvCall {
  static constexpr Collective kCollective = Collective::kAlltoallv;
  struct Side {
    const void* buffer;
    const Counts* counts;
    const Places* displacements;
    MPI_Datatype type;

    bool IsUsableOn(const CommunicatorEntry& on) const {
      return UsableBlocks(buffer, counts, displacements, on.ranks(), type, on.private_comm())
          .has_value();
    }
    /// Compares two sides as the library does to find aliases: displacements do not count.
    friend bool operator==(const Side& a, const Side& b) {
      return a.buffer == b.buffer && a.counts == b.counts && a.type == b.type;
    }
  };
  Side send;
  Side receive;

  KeyArguments Reads(const CommunicatorEntry&) const { return {}; }
  std::optional<Key> KeyOn(const CommunicatorEntry&) const { return Key{.cacheable = true}; }
  bool Suits(const CommunicatorEntry& on, const SizeRule&) const {
    return receive.IsUsableOn(on) &&
           (send.buffer == MPI_IN_PLACE || (send.IsUsableOn(on) && send != receive));
  }
  int Perform(Runner& runner, const Choice& choice) const {
    return Alltoallv(runner, choice, send.buffer, send.counts, send.displacements, send.type,
                     const_cast<void*>(receive.buffer), receive.counts, receive.displacements,
                     receive.type);
  }
};

/// Alltoallw: the key has no size, since ranks do not know each other's sizes.
template <typename Counts, typename Places>
struct AlltoallwCall {
  static constexpr Collective kCollective = Collective::kAlltoallw;
  struct Side {
    const void* buffer;
    const Counts* counts;
    const Places* displacements;
    const MPI_Datatype* types;

    bool IsUsableOn(const CommunicatorEntry& on) const {
      if (types == nullptr || displacements == nullptr || !AreCounts(counts, on.ranks())) {
        return false;
      }
      for (int i = 0; i < on.ranks(); ++i) {
        const Data data{buffer, counts[i], types[i]};
        if (counts[i] > 0 && !(HasSize(data) && IsUsable(data, on.private_comm()))) return false;
      }
      return buffer != MPI_IN_PLACE;
    }
    friend bool operator==(const Side& a, const Side& b) {
      return a.buffer == b.buffer && a.counts == b.counts && a.types == b.types;
    }
  };
  Side send;
  Side receive;

  KeyArguments Reads(const CommunicatorEntry&) const { return {}; }
  std::optional<Key> KeyOn(const CommunicatorEntry&) const { return Key{.cacheable = true}; }
  bool Suits(const CommunicatorEntry& on, const SizeRule&) const {
    return receive.IsUsableOn(on) &&
           (send.buffer == MPI_IN_PLACE || (send.IsUsableOn(on) && send != receive));
  }
  int Perform(Runner& runner, const Choice& choice) const {
    return Alltoallw(runner, choice, send.buffer, send.counts, send.displacements, send.types,
                     const_cast<void*>(receive.buffer), receive.counts, receive.displacements,
                     receive.types);
  }
};

struct BarrierCall {
  static constexpr Collective kCollective = Collective::kBarrier;

  KeyArguments Reads(const CommunicatorEntry&) const { return {}; }
  std::optional<Key> KeyOn(const CommunicatorEntry&) const { return Key{.cacheable = true}; }
  bool Suits(const CommunicatorEntry&, const SizeRule&) const { return true; }
  int Perform(Runner& runner, const Choice& choice) const { return Barrier(runner, choice); }
};

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_ALL_CALLS_H_
