// What the preload library knows about one communicator.
#ifndef COLLTUNE_TUNER_INTERCEPT_COMMUNICATOR_ENTRY_H_
#define COLLTUNE_TUNER_INTERCEPT_COMMUNICATOR_ENTRY_H_

#include <mpi.h>

#include <array>
#include <atomic>
#include <optional>

#include "algorithms/runner.h"
#include "tuner/intercept/size_rules.h"
#include "tuner/intercept/world.h"

namespace colltune {

/// For each collective the rules of one communicator.
using RulesOfAll = std::array<CallRules, kCollectiveNames.size()>;

/// Private communicators that a process may hold at a time. Each takes a context id, of which
/// MPICH 4 has 2048 in a process (MPIR_MAX_CONTEXT_MASK words of 32 bits): the application loses
/// a sixteenth of them at most.
inline constexpr int kMostPrivateCommunicators = 128;

/// Collective calls on one communicator never overlap, so that an entry needs no lock; other
/// threads work with other entries.
class CommunicatorEntry {
 public:
  /// Local. `logs`: this process prints what is chosen. `private_communicators` counts those of
  /// all entries of this process and outlives them.
  CommunicatorEntry(const Layout& layout, RulesOfAll rules, bool logs,
                    std::atomic<int>& private_communicators);
  CommunicatorEntry(const CommunicatorEntry&) = delete;
  CommunicatorEntry& operator=(const CommunicatorEntry&) = delete;
  /// Frees the private communicator.
  ~CommunicatorEntry();

  int ranks() const { return ranks_; }

  /// False when Choose would name the library for every size.
  bool Consults(Collective collective) const {
    return collectives_[static_cast<std::size_t>(collective)].consults;
  }

  /// What a call on `comm`, this entry's communicator, is to use; valid until the next call. The
  /// same on all ranks, and collective: the first algorithm makes them a private communicator, and
  /// when that cannot be had on all of them, all go to the library from then on.
  const Choice& Choose(Collective collective, Bytes bytes, Rank root, MPI_Comm comm) {
    SizeRule& rule =
        FindRule(collectives_[static_cast<std::size_t>(collective)].rules, root, bytes);
    if (!rule.choice.IsLibrary() && !runner_) [[unlikely]]
      PrepareToRun(comm);
    if (rule.is_news) [[unlikely]]
      Log(collective, rule);
    return rule.choice;
  }

  /// What performs the algorithms that Choose has named.
  Runner& runner() { return *runner_; }

 private:
  struct PerCollective {
    CallRules rules;
    bool consults = false;
  };

  void PrepareToRun(MPI_Comm comm);
  void LeaveAllToTheLibrary();
  void Log(Collective collective, SizeRule& rule) const;

  int ranks_;
  int ranks_per_node_;
  bool logs_;
  std::array<PerCollective, kCollectiveNames.size()> collectives_;
  std::optional<Runner> runner_;
  std::atomic<int>& private_communicators_;
};

}  // namespace colltune

#endif  // COLLTUNE_TUNER_INTERCEPT_COMMUNICATOR_ENTRY_H_
