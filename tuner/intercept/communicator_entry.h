// The preload library's knowledge of one communicator.
#ifndef COLLTUNE_TUNER_INTERCEPT_COMMUNICATOR_ENTRY_H_
#define COLLTUNE_TUNER_INTERCEPT_COMMUNICATOR_ENTRY_H_

#include <mpi.h>

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "algorithms/out_of_memory.h"
#include "algorithms/run/device_memory.h"
#include "algorithms/run/runner.h"
#include "tuner/intercept/call_counters.h"
#include "tuner/intercept/node_map.h"
#include "tuner/intercept/settings.h"
#include "tuner/intercept/size_rules.h"

namespace colltune::intercept {

/// One value for each collective, in the order of the enum.
template <typename Value>
using ForEachCollective = std::array<Value, kCollectiveNames.size()>;

/// Rules that all communicators of one layout share.
struct LayoutRules {
  explicit LayoutRules(ForEachCollective<CallRules> all);

  ForEachCollective<CallRules> rules;
  ForEachCollective<bool> decides{};  ///< any rule names something else than the library
  ForEachCollective<bool> may_run{};  ///< any rule names an own algorithm: a schedule
};

/// Private communicators that a process may hold at a time. Each takes a context id, of which
/// MPICH 4 has 2048 in a process (MPIR_MAX_CONTEXT_MASK words of 32 bits): the application loses
/// a sixteenth of them at most.
inline constexpr int kMostPrivateCommunicators = 128;

/// Lookups after which an entry is kept at hand: more than the collective calls that delete
/// callbacks make on a communicator that is being freed. A lookup takes 5 ns in MPICH 4.0.2.
inline constexpr int kManyLookups = 1000;

/// Properties of a call that all ranks of its communicator know alike, by which the rule is chosen.
/// profiles/FORMAT.md defines the size of each collective.
struct Key {
  Bytes bytes{};
  Rank root = 0;
  bool cacheable = false;  ///< the same arguments will always lead to this key
};

/// Entry of one communicator. Needs no lock: collective calls on one communicator never overlap,
/// and other threads work with other entries.
class CommunicatorEntry {
 public:
  /// Local. `log`: what this process prints; each line begins with `who`. `private_communicators`
  /// counts the private communicators of all entries of this process. Both references outlive this.
  CommunicatorEntry(const Layout& layout, Rank rank, std::shared_ptr<const LayoutRules> shared,
                    std::shared_ptr<const Places> places, Log log, std::string who,
                    std::atomic<int>& private_communicators, DeviceMemory& devices);
  CommunicatorEntry(const CommunicatorEntry&) = delete;
  CommunicatorEntry& operator=(const CommunicatorEntry&) = delete;
  /// Frees the private communicator.
  ~CommunicatorEntry();

  int ranks() const { return ranks_; }
  Rank rank() const { return rank_; }
  /// Returns whether this is an intercommunicator. The counts of a call are then for the remote
  /// group's ranks, whose number is not ranks().
  bool IsBetweenGroups() const { return between_groups_; }
  bool HasRank(Rank rank) const { return 0 <= rank && rank < ranks_; }

  /// Counts a lookup of this entry. Returns whether there were more than kManyLookups, so that its
  /// communicator is not one that is just being freed. A delete callback's call makes an entry that
  /// is never removed; it must not be taken for that of the next communicator with the same handle.
  bool LastsLong() { return lookups_ > kManyLookups || ++lookups_ > kManyLookups; }

  /// Returns false when Choose would name the library for every size, and nothing is printed or
  /// counted.
  bool Consults(Collective collective) const {
    return consults_[static_cast<std::size_t>(collective)];
  }

  /// Makes a private communicator at the first call of a collective that uses an own algorithm at
  /// any size. Collective. To be called for each call on `comm`, this entry's communicator. That
  /// includes a call that is invalid on this rank alone, since the other ranks cannot know.
  void Prepare(Collective collective, MPI_Comm comm) {
    if (may_run_[static_cast<std::size_t>(collective)] && !has_asked_) [[unlikely]]
      PrepareToRun(comm);
  }

  /// Returns the rule that a call is to follow if its choice CanRun. The same on all ranks. Prints
  /// the rule where the log asks for that.
  const SizeRule& Choose(Collective collective, const Key& key) {
    const SizeRule& rule =
        FindRule(shared_->rules[static_cast<std::size_t>(collective)], key.root, key.bytes);
    if (log_ != Log::kSilent) [[unlikely]]
      Allocate([&] { Print(collective, key, rule); });
    return rule;
  }

  /// Returns whether a choice can be performed: one of the library's always, an own algorithm only
  /// where all ranks could make a private communicator.
  bool CanRun(const Choice& choice) const { return !choice.HasSchedule() || runner_; }

  /// Returns the tally in which calls are counted; nullptr if calls are not counted.
  CallCounters* tally() const { return tally_.get(); }
  /// Counts all calls from now on in `tally`.
  void CountIn(std::unique_ptr<CallCounters> tally);

  /// Returns whether repeated calls are not printed.
  bool IsQuiet() const { return log_ != Log::kCalls; }

  /// Returns the runner, which performs own algorithms. Requires one: see CanRun.
  Runner& runner() { return *runner_; }
  /// Returns the runner's private communicator, on which errors return. Requires a runner.
  MPI_Comm private_comm() const { return runner_->comm(); }
  /// Returns the runner's private communicator; MPI_COMM_NULL without a runner.
  MPI_Comm FindPrivateComm() const { return runner_ ? runner_->comm() : MPI_COMM_NULL; }

 private:
  void PrepareToRun(MPI_Comm comm);
  void Print(Collective collective, const Key& key, const SizeRule& rule);

  int ranks_;
  Rank rank_;
  int ranks_per_node_;
  bool between_groups_;
  Log log_;
  std::string who_;
  std::set<const SizeRule*> told_;
  std::shared_ptr<const LayoutRules> shared_;
  std::shared_ptr<const Places> places_;
  ForEachCollective<bool> consults_;  // as shared_->decides, without its indirection; see Consults
  ForEachCollective<bool> may_run_;
  std::unique_ptr<CallCounters> tally_;
  int lookups_ = 0;
  bool has_asked_ = false;  // the other ranks, for a private communicator
  std::optional<Runner> runner_;
  std::atomic<int>& private_communicators_;
  DeviceMemory& devices_;
};

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_COMMUNICATOR_ENTRY_H_
