// Calls of broadcast, scatter and gather as Dispatch takes them. See dispatch.h.
#ifndef COLLTUNE_TUNER_INTERCEPT_ROOTED_CALLS_H_
#define COLLTUNE_TUNER_INTERCEPT_ROOTED_CALLS_H_

#include "tuner/intercept/arguments.h"
#include "tuner/intercept/communicator_entry.h"

namespace colltune::intercept {

struct BcastCall {
  static constexpr Collective kCollective = Collective::kBcast;
  Data data;
  Rank root;

  KeyArguments Reads(const CommunicatorEntry&) const { return {data.count, data.type, root}; }
  std::optional<Key> KeyOn(const CommunicatorEntry& on) const { return KeyOf(Reads(on), on); }
  bool Suits(const CommunicatorEntry& on, const SizeRule&) const {
    return IsUsable(data, on.private_comm());
  }
  int Perform(Runner& runner, const Choice& choice) const {
    return Bcast(runner, choice, const_cast<void*>(data.buffer), data.count, data.type, root);
  }
};

/// Scatter: the root gives one block for each rank, each other rank gives its own block.
struct ScatterCall {
  static constexpr Collective kCollective = Collective::kScatter;
  Data send;
  Data receive;
  Rank root;

  KeyArguments Reads(const CommunicatorEntry& on) const {
    const Data& known = on.rank() == root ? send : receive;
    return {known.count, known.type, root};
  }
  std::optional<Key> KeyOn(const CommunicatorEntry& on) const { return KeyOf(Reads(on), on); }
  bool Suits(const CommunicatorEntry& on, const SizeRule&) const {
    if (on.rank() != root) return IsUsable(receive, on.private_comm());
    return IsUsable(send, on.private_comm()) &&
           SuitsBeside(BlockOf(root, send), receive, on.private_comm());
  }
  int Perform(Runner& runner, const Choice& choice) const {
    return Scatter(runner, choice, send.buffer, send.count, send.type,
                   const_cast<void*>(receive.buffer), receive.count, receive.type, root);
  }
};

/// Scatterv: the key has no size, since ranks do not know each other's sizes.
template <typename Counts, typename Places>
struct ScattervCall {
  static constexpr Collective kCollective = Collective::kScatterv;
  const void* send;
  const Counts* counts;
  const Places* displacements;
  MPI_Datatype type;
  Data receive;
  Rank root;

  KeyArguments Reads(const CommunicatorEntry&) const { return {.root = root}; }
  std::optional<Key> KeyOn(const CommunicatorEntry& on) const {
    if (!on.HasRank(root)) return std::nullopt;
    return Key{Bytes{0}, root, true};
  }
  bool Suits(const CommunicatorEntry& on, const SizeRule&) const {
    if (on.rank() != root) return HasSize(receive) && IsUsable(receive, on.private_comm());
    const auto blocks =
        UsableBlocks(send, counts, displacements, on.ranks(), type, on.private_comm());
    return blocks &&
           SuitsBeside(BlockOf(root, *blocks, counts, displacements), receive, on.private_comm());
  }
  int Perform(Runner& runner, const Choice& choice) const {
    return Scatterv(runner, choice, send, counts, displacements, type,
                    const_cast<void*>(receive.buffer), receive.count, receive.type, root);
  }
};

struct GatherCall {
  static constexpr Collective kCollective = Collective::kGather;
  Data send;
  Data receive;
  Rank root;

  KeyArguments Reads(const CommunicatorEntry& on) const {
    const Data& known = on.rank() == root ? receive : send;
    return {known.count, known.type, root};
  }
  std::optional<Key> KeyOn(const CommunicatorEntry& on) const { return KeyOf(Reads(on), on); }
  bool Suits(const CommunicatorEntry& on, const SizeRule&) const {
    if (on.rank() != root) return IsUsable(send, on.private_comm());
    return IsUsable(receive, on.private_comm()) &&
           SuitsBeside(BlockOf(root, receive), send, on.private_comm());
  }
  int Perform(Runner& runner, const Choice& choice) const {
    return Gather(runner, choice, send.buffer, send.count, send.type,
                  const_cast<void*>(receive.buffer), receive.count, receive.type, root);
  }
};

/// Gatherv: the key has no size, since ranks do not know each other's sizes.
template <typename Counts, typename Places>
struct GathervCall {
  static constexpr Collective kCollective = Collective::kGatherv;
  Data send;
  void* receive;
  const Counts* counts;
  const Places* displacements;
  MPI_Datatype type;
  Rank root;

  KeyArguments Reads(const CommunicatorEntry&) const { return {.root = root}; }
  std::optional<Key> KeyOn(const CommunicatorEntry& on) const {
    if (!on.HasRank(root)) return std::nullopt;
    return Key{Bytes{0}, root, true};
  }
  bool Suits(const CommunicatorEntry& on, const SizeRule&) const {
    if (on.rank() != root) return HasSize(send) && IsUsable(send, on.private_comm());
    const auto blocks =
        UsableBlocks(receive, counts, displacements, on.ranks(), type, on.private_comm());
    return blocks &&
           SuitsBeside(BlockOf(root, *blocks, counts, displacements), send, on.private_comm());
  }
  int Perform(Runner& runner, const Choice& choice) const {
    return Gatherv(runner, choice, send.buffer, send.count, send.type, receive, counts,
                   displacements, type, root);
  }
};

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_ROOTED_CALLS_H_
