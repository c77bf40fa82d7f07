#include "tuner/intercept/process_state.h"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <memory>
#include <utility>

#include "algorithms/mpi/share.h"
#include "algorithms/mpi/threads.h"
#include "algorithms/native/native.h"
#include "algorithms/registry.h"
#include "tuner/intercept/print.h"

namespace colltune::intercept {

std::atomic<State*> active_state{nullptr};

namespace {

int OnDelete(MPI_Comm comm, int, void* attribute, void*) {
  // After Stop the entry is gone already.
  if (State* const state = ActiveState(); state != nullptr) state->Remove(comm, attribute);
  return MPI_SUCCESS;
}

/// Returns the plan. Where the environment or the profile cannot be used, warns, and returns a plan
/// without anything to do.
StartupConfig ReadOrWarn() {
  try {
    // The table's rows for more ranks are not needed: communicators with processes outside
    // MPI_COMM_WORLD are left to the library, see World.
    const int ranks = SizeOf(MPI_COMM_WORLD);
    StartupConfig plan =
        ReadStartupConfig([](const char* name) { return std::getenv(name); }, ranks);
    if (!plan.warning.empty()) {
      PrintLine(fmt::format("warning: {}; no profile is used", plan.warning));
    }
    if (plan.log_rank >= ranks) {
      PrintLine(
          fmt::format("warning: COLLTUNE_LOG_RANK: there is no rank {} among {}, so that none "
                      "prints what is chosen",
                      plan.log_rank, ranks));
    }
    return plan;
  } catch (const std::exception& error) {
    PrintLine(fmt::format("warning: {}; using the MPI library's own collectives", error.what()));
    return {};
  }
}

std::string NameOf(MPI_Comm comm) {
  std::array<char, MPI_MAX_OBJECT_NAME> name{};
  int length = 0;
  Check(PMPI_Comm_get_name(comm, name.data(), &length));
  return {name.data(), static_cast<std::size_t>(length)};
}

std::optional<CompiledTable> TableOf(std::string bytes) {
  if (bytes.empty()) return std::nullopt;
  return CompiledTable::Trusted(std::move(bytes));  // rank 0 has checked it
}

/// Returns a bit for each collective: all ranks can select native algorithms for it. Returns no
/// bits where threads of any rank may call MPI together, since a selection holds for all threads.
/// Collective over MPI_COMM_WORLD where the plan names any native algorithm.
std::uint32_t SelectableNatives(const StartupConfig& plan) {
  const bool names_any = plan.force.find(kNativePrefix) != std::string::npos ||
                         plan.table.find(kNativePrefix) != std::string::npos;
  if (!names_any) return 0;
  std::uint32_t mine = 0;
  const bool may_select = !ThreadsMayCallTogether();
  for (std::size_t i = 0; i < kCollectiveNames.size() && may_select; ++i) {
    if (!NativeAlgorithms(static_cast<Collective>(i)).empty()) mine |= 1U << i;
  }
  std::uint32_t all = 0;
  Check(PMPI_Allreduce(&mine, &all, 1, MPI_UINT32_T, MPI_BAND, MPI_COMM_WORLD));
  return all;
}

}  // namespace

State::State(StartupConfig plan)
    : log_(plan.log),
      log_rank_(plan.log_rank),
      forced_(ParseForced(plan.force)),
      natives_(SelectableNatives(plan)),
      table_(TableOf(std::move(plan.table))),
      machine_(table_ ? table_->machine() : nullptr),
      world_(accelerators_.Present()),
      passes_(plan.beside_accelerators ? "" : world_.PassesForAccelerator()),
      one_at_a_time_(!ThreadsMayCallTogether()) {
  Check(PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, OnDelete, &keyval_, nullptr));
  if (!plan.stats.empty()) statistics_ = Statistics::Open(plan.stats, plan.job, plan.profile);
}

State::~State() {
  // Freeing a communicator is collective: latest first, the same order on all ranks.
  while (!entries_.empty()) entries_.erase(std::prev(entries_.end()));
  PMPI_Comm_free_keyval(&keyval_);
}

std::shared_ptr<const Places> State::PlacesOf(MPI_Comm comm, const Layout& layout) const {
  if (!machine_ || !layout.passes.empty()) return nullptr;
  return PlacesIn(machine_, world_.HostKeys(comm));
}

LayoutRules State::MakeRules(const Layout& layout, const Places* places) const {
  ForEachCollective<CallRules> rules;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    if (!layout.passes.empty()) {
      rules[i] = OneRuleForAll({}, layout.passes);
      continue;
    }
    const auto collective = static_cast<Collective>(i);
    std::vector<CompiledTable::Row> rows;
    if (table_) {
      rows = table_->RowsFor(collective, {layout.ranks, layout.nodes, layout.ranks_per_node},
                             layout.placement);
    }
    const Caller caller{collective, layout.ranks, (natives_ >> i & 1) != 0, places};
    rules[i] = MakeCallRules(caller, forced_[i], rows);
  }
  return LayoutRules(std::move(rules));
}

std::shared_ptr<const LayoutRules> State::RulesFor(const Layout& layout, const Places* places) {
  {
    const std::scoped_lock lock(mutex_);
    if (const auto known = rules_.find(layout); known != rules_.end()) return known->second;
  }
  auto made = std::make_shared<const LayoutRules>(MakeRules(layout, places));
  const std::scoped_lock lock(mutex_);
  return rules_.try_emplace(layout, std::move(made)).first->second;
}

CommunicatorEntry& State::Add(MPI_Comm comm) {
  Layout layout = world_.Describe(comm);
  if (layout.passes.empty()) layout.passes = passes_;
  std::shared_ptr<const Places> places = PlacesOf(comm, layout);
  layout.has_places = places != nullptr;
  if (places) layout.placement.sites = places->sites();
  const Rank rank = RankIn(comm);
  const Rank in_world = RankIn(MPI_COMM_WORLD);
  const bool first = log_rank_ == kFirstOfEach;
  const bool prints = first ? rank == 0 : log_rank_ == kEveryRank || log_rank_ == in_world;
  const Log log = prints ? log_ : Log::kSilent;
  std::string who = first ? "" : fmt::format("rank {}: ", in_world);
  std::shared_ptr<const LayoutRules> rules = RulesFor(layout, places.get());
  Entries::value_type* entry = nullptr;
  Entries::node_type abandoned;
  {
    const std::scoped_lock lock(mutex_);
    std::int64_t& number = numbers_.try_emplace(comm, kEnded).first->second;
    if (number != kEnded) abandoned = Extract(number);
    number = made_;
    entry = &*entries_
                  .try_emplace(made_++, layout, rank, std::move(rules), std::move(places), log,
                               std::move(who), private_communicators_, accelerators_)
                  .first;
  }
  // Calls on an intercommunicator have arguments of another meaning, and are not counted.
  if (statistics_ && !layout.between_groups) {
    entry->second.CountIn(std::make_unique<CallCounters>(entry->first, NameOf(comm), layout));
  }
  if (comm == MPI_COMM_WORLD) at_hand_ = {comm, &entry->second};
  Check(PMPI_Comm_set_attr(comm, keyval_, entry));
  return entry->second;
}

void State::WriteStatistics() {
  if (!statistics_) return;
  for (const auto& [number, entry] : entries_) {
    if (entry.tally() != nullptr) statistics_->Retire(*entry.tally());
  }
  statistics_->Write();
}

State::Entries::node_type State::Extract(std::int64_t number) {
  Entries::node_type extracted = entries_.extract(number);
  if (const CallCounters* const tally = extracted.mapped().tally()) statistics_->Retire(*tally);
  return extracted;
}

void State::Remove(MPI_Comm comm, void* attribute) {
  Entries::node_type removed;
  {
    const std::scoped_lock lock(mutex_);
    removed = Extract(static_cast<Entries::value_type*>(attribute)->first);
    numbers_[comm] = kEnded;
  }
  if (at_hand_.entry == &removed.mapped()) at_hand_ = {};
  // `removed` ends here, without the lock, since the entry frees its private communicator.
}

void Start() {
  StartupConfig read = RankIn(MPI_COMM_WORLD) == 0 ? ReadOrWarn() : StartupConfig{};
  const std::string packed = Share(read.active() ? Pack(read) : "", MPI_COMM_WORLD);
  if (packed.empty()) return;
  StartupConfig plan = Unpack(packed);
  plan.table = Share(std::move(read.table), MPI_COMM_WORLD);
  auto state = std::make_unique<State>(std::move(plan));
  // Prepare is collective, and all ranks are here together. Later a rank alone may make a wrong
  // call, on which the library returns an error at once.
  CommunicatorEntry& world = state->Add(MPI_COMM_WORLD);
  for (std::size_t i = 0; i < kCollectiveNames.size(); ++i) {
    world.Prepare(static_cast<Collective>(i), MPI_COMM_WORLD);
  }
  active_state.store(state.release(), std::memory_order_release);
}

void Stop() {
  const std::unique_ptr<State> ended(active_state.exchange(nullptr));
  if (!ended) return;
  ended->UndoSelection();  // for calls inside MPI_Finalize
  ended->WriteStatistics();
}

}  // namespace colltune::intercept
