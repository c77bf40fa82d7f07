#include "tuner/intercept/communicator_entry.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <utility>

#include "algorithms/mpi/errors_return.h"
#include "tuner/intercept/print.h"

namespace colltune::intercept {
namespace {

/// Makes a runner on all ranks, or on none if any rank fails or has no `permission`. Collective: a
/// rank without permission takes part too, which is how the other ranks learn of it.
std::optional<Runner> MakeRunner(MPI_Comm comm, std::shared_ptr<const Places> places,
                                 DeviceMemory& devices, bool permission) {
  const ErrorsReturn guard(comm);
  std::optional<Runner> runner;
  try {
    runner.emplace(comm, std::move(places), &devices);
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

}  // namespace

LayoutRules::LayoutRules(ForEachCollective<CallRules> all) : rules(std::move(all)) {
  std::ranges::transform(rules, decides.begin(), [](const CallRules& of_one) {
    return NamesAny(of_one, std::not_fn(&Choice::IsLibrary));
  });
  std::ranges::transform(rules, may_run.begin(), [](const CallRules& of_one) {
    return NamesAny(of_one, &Choice::HasSchedule);
  });
}

CommunicatorEntry::CommunicatorEntry(const Layout& layout, Rank rank,
                                     std::shared_ptr<const LayoutRules> shared,
                                     std::shared_ptr<const Places> places, Log log, std::string who,
                                     std::atomic<int>& private_communicators, DeviceMemory& devices)
    : ranks_(layout.ranks),
      rank_(rank),
      ranks_per_node_(layout.ranks_per_node),
      between_groups_(layout.between_groups),
      log_(log),
      who_(std::move(who)),
      shared_(std::move(shared)),
      places_(std::move(places)),
      consults_(shared_->decides),
      may_run_(shared_->may_run),
      private_communicators_(private_communicators),
      devices_(devices) {
  if (log != Log::kSilent) consults_.fill(true);
}

CommunicatorEntry::~CommunicatorEntry() {
  if (runner_) --private_communicators_;
}

void CommunicatorEntry::CountIn(std::unique_ptr<CallCounters> tally) {
  tally_ = std::move(tally);
  consults_.fill(true);
}

void CommunicatorEntry::PrepareToRun(MPI_Comm comm) {
  has_asked_ = true;
  const bool permission = ++private_communicators_ <= kMostPrivateCommunicators;
  runner_ = MakeRunner(comm, places_, devices_, permission);
  if (!runner_) --private_communicators_;
}

void CommunicatorEntry::Print(Collective collective, const Key& key, const SizeRule& rule) {
  if (log_ == Log::kRules && !told_.insert(&rule).second) return;
  const std::string layout =
      ranks_per_node_ == 0 ? "" : fmt::format(" ({} per node)", ranks_per_node_);
  const std::string call =
      log_ == Log::kCalls ? fmt::format(", {} B, root {}", key.bytes.count, key.root) : "";
  const SizeRule instead{rule.first, rule.last, {}, "no private communicator to be had"};
  PrintLine(fmt::format("{}{} on {} ranks{}{}, {}", who_, ToText(collective), ranks_, layout, call,
                        ToText(CanRun(rule.choice) ? rule : instead)));
}

}  // namespace colltune::intercept
