// Calls of reductions as Dispatch takes them. See dispatch.h. All ranks give the same type, count
// and operation.
#ifndef COLLTUNE_TUNER_INTERCEPT_REDUCTION_CALLS_H_
#define COLLTUNE_TUNER_INTERCEPT_REDUCTION_CALLS_H_

#include "tuner/intercept/arguments.h"
#include "tuner/intercept/communicator_entry.h"
#include "tuner/intercept/reducible.h"

namespace colltune::intercept {

/// Returns whether a rule's algorithm may be used with an operation: the operation is defined on
/// the type, and commutes where the algorithm needs that. Throws MpiError.
inline bool SuitsOp(const SizeRule& rule, MPI_Op op, MPI_Datatype type) {
  if (op == MPI_OP_NULL || !IsDefinedOn(op, type)) return false;
  if (!rule.needs_commutative) return true;
  int commutes = 0;
  Check(PMPI_Op_commutative(op, &commutes));
  return commutes != 0;
}

/// Arguments of a reduction of one block on each rank.
struct Combined {
  const void* send;
  void* receive;
  Count count;
  MPI_Datatype type;
  MPI_Op op;

  Data sent() const { return {send, count, type}; }
  Data received() const { return {receive, count, type}; }

  /// Returns whether both buffers are usable, on a rank that gives both.
  bool AreUsable(MPI_Comm comm) const {
    return IsUsable(received(), comm) && SuitsBeside(received(), sent(), comm);
  }
};

/// Allreduce, scan, exscan or reduce_scatter_block.
template <Collective kWhich, auto kPerform>
struct CombineCall {
  static constexpr Collective kCollective = kWhich;
  Combined of;

  KeyArguments Reads(const CommunicatorEntry&) const { return {of.count, of.type}; }
  std::optional<Key> KeyOn(const CommunicatorEntry& on) const { return KeyOf(Reads(on), on); }
  bool Suits(const CommunicatorEntry& on, const SizeRule& rule) const {
    return of.AreUsable(on.private_comm()) && SuitsOp(rule, of.op, of.type);
  }
  int Perform(Runner& runner, const Choice& choice) const {
    return kPerform(runner, choice, of.send, of.receive, of.count, of.type, of.op);
  }
};

using AllreduceCall = CombineCall<Collective::kAllreduce, Allreduce>;
using ScanCall = CombineCall<Collective::kScan, Scan>;
using ExscanCall = CombineCall<Collective::kExscan, Exscan>;
using ReduceScatterBlockCall = CombineCall<Collective::kReduceScatterBlock, ReduceScatterBlock>;

struct ReduceCall {
  static constexpr Collective kCollective = Collective::kReduce;
  Combined of;
  Rank root;

  KeyArguments Reads(const CommunicatorEntry&) const { return {of.count, of.type, root}; }
  std::optional<Key> KeyOn(const CommunicatorEntry& on) const { return KeyOf(Reads(on), on); }
  bool Suits(const CommunicatorEntry& on, const SizeRule& rule) const {
    const MPI_Comm comm = on.private_comm();
    return (on.rank() == root ? of.AreUsable(comm) : IsUsable(of.sent(), comm)) &&
           SuitsOp(rule, of.op, of.type);
  }
  int Perform(Runner& runner, const Choice& choice) const {
    return Reduce(runner, choice, of.send, of.receive, of.count, of.type, of.op, root);
  }
};

template <typename Counts>
struct ReduceScatterCall {
  static constexpr Collective kCollective = Collective::kReduceScatter;
  const void* send;
  void* receive;
  const Counts* counts;
  MPI_Datatype type;
  MPI_Op op;

  std::optional<Key> KeyOn(const CommunicatorEntry& on) const {
    if (type == MPI_DATATYPE_NULL || !AreCounts(counts, on.ranks())) return std::nullopt;
    return Key{Bytes{MeanOf(counts, on.ranks(), ItemSize(type))}};
  }
  bool Suits(const CommunicatorEntry& on, const SizeRule& rule) const {
    const MPI_Comm comm = on.private_comm();
    const Data received{receive, counts[on.rank()], type};
    // The library refuses aliased buffers as soon as any rank receives something.
    const Count any = AnyOf(counts, on.ranks());
    return SuitsOp(rule, op, type) && IsUsable(received, comm) &&
           SuitsBeside({receive, any, type}, {send, any, type}, comm);
  }
  int Perform(Runner& runner, const Choice& choice) const {
    return ReduceScatter(runner, choice, send, receive, counts, type, op);
  }
};

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_REDUCTION_CALLS_H_
