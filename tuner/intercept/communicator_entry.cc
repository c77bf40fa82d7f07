#include "tuner/intercept/communicator_entry.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <utility>

#include "algorithms/mpi/errors_return.h"
#include "tuner/intercept/print.h"

namespace colltune {
namespace {

/// A runner on all ranks or on none. Collective. A rank without `permission` takes part, since
/// the others cannot know, and they all learn of it.
std::optional<Runner> MakeRunner(MPI_Comm comm, bool permission) {
  const ErrorsReturn guard(comm);
  std::optional<Runner> runner;
  try {
    runner.emplace(comm);
  } catch (const std::exception&) {
    permission = false;
  }
  const int mine = permission ? 1 : 0;
  int all = 0;
  const int code = PMPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, comm);
  if (code != MPI_SUCCESS || all == 0) runner.reset();
  return runner;
}

template <typename Which>
bool NamesAny(const CallRules& rules, Which which) {
  return std::ranges::any_of(rules, [which](const RootRules& row) {
    return std::ranges::any_of(
        row.sizes, [which](const SizeRule& rule) { return std::invoke(which, rule.choice); });
  });
}

bool NamesAnAlgorithm(const CallRules& rules) {
  return NamesAny(rules, [](const Choice& choice) { return !choice.IsLibrary(); });
}

/// Calls visit(SizeRule&) for each rule.
template <typename Visit>
void ForEach(CallRules& rules, Visit visit) {
  for (RootRules& row : rules) std::ranges::for_each(row.sizes, visit);
}

}  // namespace

CommunicatorEntry::CommunicatorEntry(const Layout& layout, Rank rank, RulesOfAll rules, Log log,
                                     std::string who, std::atomic<int>& private_communicators)
    : ranks_(layout.ranks),
      rank_(rank),
      ranks_per_node_(layout.ranks_per_node),
      log_(log),
      who_(std::move(who)),
      private_communicators_(private_communicators) {
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const bool prints = log != Log::kSilent;
    collectives_[i].consults = prints || NamesAnAlgorithm(rules[i]);
    collectives_[i].rules = std::move(rules[i]);
    ForEach(collectives_[i].rules, [prints](SizeRule& rule) { rule.is_news = prints; });
  }
}

CommunicatorEntry::~CommunicatorEntry() {
  if (runner_) --private_communicators_;
}

void CommunicatorEntry::Prepare(MPI_Comm comm) {
  const bool may_run = std::ranges::any_of(collectives_, [](const PerCollective& collective) {
    return NamesAny(collective.rules, &Choice::HasSchedule);
  });
  if (may_run) PrepareToRun(comm);
}

void CommunicatorEntry::PrepareToRun(MPI_Comm comm) {
  const bool permission = ++private_communicators_ <= kMostPrivateCommunicators;
  runner_ = MakeRunner(comm, permission);
  if (runner_) return;
  --private_communicators_;
  LeaveAllToTheLibrary();
}

void CommunicatorEntry::LeaveAllToTheLibrary() {
  for (PerCollective& collective : collectives_) {
    ForEach(collective.rules, [](SizeRule& rule) {
      if (!rule.choice.HasSchedule()) return;
      rule.why = "no private communicator to be had";
      rule.choice = {};
    });
    collective.consults = log_ != Log::kSilent || NamesAnAlgorithm(collective.rules);
  }
}

void CommunicatorEntry::Print(Collective collective, const Key& key, SizeRule& rule) const {
  rule.is_news = log_ == Log::kCalls;
  const std::string layout =
      ranks_per_node_ == 0 ? "" : fmt::format(" ({} per node)", ranks_per_node_);
  const std::string call =
      log_ == Log::kCalls ? fmt::format(", {} B, root {}", key.bytes.count, key.root) : "";
  PrintLine(fmt::format("{}{} on {} ranks{}{}, {}", who_, ToText(collective), ranks_, layout, call,
                        ToText(rule)));
}

}  // namespace colltune
