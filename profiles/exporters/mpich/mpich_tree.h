// The trees in which MPICH looks up collective algorithms, as its selection files have them
// (src/mpi/coll/src/csel.c). Conditions are asked in order, and the first that holds leads on; at
// the end of each way stands the outcome: an algorithm or a composition.
#ifndef COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_TREE_H_
#define COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_TREE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profiles/exporters/mpich/mpich_release.h"

namespace colltune {

/// Subject of a condition.
enum class MpichSubject : unsigned char {
  kThreads,       ///< 1: MPI_THREAD_MULTIPLE
  kIntra,         ///< 1: one group, 0: an intercommunicator
  kOneNode,       ///< 1: all ranks, and more than one, are on one node
  kPowerOfTwo,    ///< 1: the number of ranks is
  kHierarchy,     ///< an MpichHierarchy
  kConsecutive,   ///< 1: the ranks of each node follow each other; 0 where it is not kParent
  kBelowPow2,     ///< 1: fewer elements than the largest power of two of ranks
  kInPlace,       ///< 1: the send buffer is MPI_IN_PLACE
  kRegular,       ///< 1: all blocks have the same count
  kCommutes,      ///< 1: the operation is
  kBuiltIn,       ///< 1: the operation is MPI's own
  kEmpty,         ///< 1: there are no data; follows from questions about sizes
  kRanks,         ///< from here on numbers
  kRanksPerNode,  ///< ranks / nodes
  kAverage,       ///< "avg_msg_size", bytes
  kTotal,         ///< "total_msg_size", bytes
  kCount,         ///< elements
  kCollective,
  kOutcome,  ///< no condition: the algorithm or composition that runs
};

/// Reason why MPICH made a communicator. Users' communicators are kParent where MPICH made a kNode
/// and a kNodeRoots for each, and kFlat on one rank or with each rank on a node of its own.
enum MpichHierarchy : unsigned char { kFlat, kParent, kNode, kNodeRoots };

struct MpichCondition {
  enum Test : unsigned char { kAlways, kEqual, kAtMost, kBelow };

  MpichSubject subject = MpichSubject::kOutcome;
  Test test = kAlways;
  std::int64_t value = 0;
};

struct MpichNode {
  std::string key;  ///< without blanks: "comm_size<=8", or "algorithm=NAME"
  MpichCondition condition;
  std::vector<MpichNode> below;  ///< parameters of an algorithm, as outcomes: "k=4"

  bool IsOutcome() const { return condition.subject == MpichSubject::kOutcome; }
  /// Returns the text after the first '='.
  std::string_view Value() const;
  /// Returns an outcome with its parameters, by name: "MPIR_Barrier_intra_k_dissemination:k=2".
  std::string Outcome() const;
  friend bool operator==(const MpichNode& a, const MpichNode& b) {
    return a.key == b.key && a.below == b.below;
  }
};

/// Conditions that are asked one after another.
using MpichLevel = std::vector<MpichNode>;

/// Returns nothing for a key that the release does not know, or whose number it would not read.
std::optional<MpichCondition> ParseMpichCondition(MpichRelease release, std::string_view key);

/// Tells whether MPICH wants another condition after this one, since some calls may be left.
bool WantsAnother(const MpichCondition& condition);

/// Requires a key that is known.
MpichNode MakeMpichNode(MpichRelease release, std::string key, MpichLevel below = {});

/// Makes an outcome from the kind's key, "algorithm=", and a text as Outcome() returns it.
MpichNode MakeMpichOutcome(std::string_view kind, std::string_view outcome);

/// Reads a tree. Throws ProfileError with the line for text that is no JSON, and with the place in
/// the tree for unknown keys and for values that are no objects.
MpichLevel ParseMpichTree(MpichRelease release, const std::string& text, const std::string& file);

/// Writes a tree as text of a size that MPICH can read. MPICH maps the file's pages and expects a
/// zero after the text; a file that fills its last page has none.
std::string ToMpichText(const MpichLevel& tree);
bool FillsPages(const std::string& text);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_TREE_H_
