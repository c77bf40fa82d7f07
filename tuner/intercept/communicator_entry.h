// What the preload library knows about one communicator.
#ifndef COLLTUNE_TUNER_INTERCEPT_COMMUNICATOR_ENTRY_H_
#define COLLTUNE_TUNER_INTERCEPT_COMMUNICATOR_ENTRY_H_

#include <mpi.h>

#include <array>
#include <atomic>
#include <optional>
#include <string>

#include "algorithms/runner.h"
#include "tuner/intercept/settings.h"
#include "tuner/intercept/size_rules.h"
#include "tuner/intercept/world.h"

namespace colltune {

/// For each collective the rules of one communicator.
using RulesOfAll = std::array<CallRules, kCollectiveNames.size()>;

/// Private communicators that a process may hold at a time. Each takes a context id, of which
/// MPICH 4 has 2048 in a process (MPIR_MAX_CONTEXT_MASK words of 32 bits): the application loses
/// a sixteenth of them at most.
inline constexpr int kMostPrivateCommunicators = 128;

/// What all ranks of a communicator know alike of a call; see profiles/FORMAT.md for what the size
/// is of.
struct Key {
  Bytes bytes{};
  Rank root = 0;
};

/// Collective calls on one communicator never overlap, so that an entry needs no lock; other
/// threads work with other entries.
class CommunicatorEntry {
 public:
  /// Local. `log`: what this process prints, each line after `who`. `private_communicators` counts
  /// those of all entries of this process and outlives them.
  CommunicatorEntry(const Layout& layout, Rank rank, RulesOfAll rules, Log log, std::string who,
                    std::atomic<int>& private_communicators);
  CommunicatorEntry(const CommunicatorEntry&) = delete;
  CommunicatorEntry& operator=(const CommunicatorEntry&) = delete;
  /// Frees the private communicator.
  ~CommunicatorEntry();

  int ranks() const { return ranks_; }
  Rank rank() const { return rank_; }
  bool HasRank(Rank rank) const { return 0 <= rank && rank < ranks_; }

  /// False when Choose would name the library for every size.
  bool Consults(Collective collective) const {
    return collectives_[static_cast<std::size_t>(collective)].consults;
  }

  /// What a call on `comm`, this entry's communicator, is to use; valid until the next call. The
  /// same on all ranks, and collective: the first algorithm of ours makes them a private
  /// communicator, and when that cannot be had on all of them, all that would use one go to the
  /// library from then on.
  const SizeRule& Choose(Collective collective, const Key& key, MPI_Comm comm) {
    SizeRule& rule =
        FindRule(collectives_[static_cast<std::size_t>(collective)].rules, key.root, key.bytes);
    if (rule.choice.HasSchedule() && !runner_) [[unlikely]]
      PrepareToRun(comm);
    if (rule.is_news) [[unlikely]]
      Print(collective, key, rule);
    return rule;
  }

  /// What Choose does when it first names an algorithm of ours, now, if it ever may name any.
  /// Collective over `comm`, this entry's communicator.
  void Prepare(MPI_Comm comm);

  /// What performs the algorithms that Choose has named.
  Runner& runner() { return *runner_; }
  /// That of the runner, on which errors return.
  MPI_Comm private_comm() const { return runner_->comm(); }

 private:
  struct PerCollective {
    CallRules rules;
    bool consults = false;
  };

  void PrepareToRun(MPI_Comm comm);
  void LeaveAllToTheLibrary();
  void Print(Collective collective, const Key& key, SizeRule& rule) const;

  int ranks_;
  Rank rank_;
  int ranks_per_node_;
  Log log_;
  std::string who_;
  std::array<PerCollective, kCollectiveNames.size()> collectives_;
  std::optional<Runner> runner_;
  std::atomic<int>& private_communicators_;
};

}  // namespace colltune

#endif  // COLLTUNE_TUNER_INTERCEPT_COMMUNICATOR_ENTRY_H_
