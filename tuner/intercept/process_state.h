// State of the preload library between MPI_Init and MPI_Finalize.
#ifndef COLLTUNE_TUNER_INTERCEPT_PROCESS_STATE_H_
#define COLLTUNE_TUNER_INTERCEPT_PROCESS_STATE_H_

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "algorithms/out_of_memory.h"
#include "profiles/compiled/compiled_table.h"
#include "tuner/intercept/accelerators.h"
#include "tuner/intercept/communicator_entry.h"
#include "tuner/intercept/node_map.h"
#include "tuner/intercept/startup_config.h"
#include "tuner/intercept/statistics.h"

namespace colltune::intercept {

/// State of one process. Threads may use it at the same time for different communicators.
class State {
 public:
  /// Collective over MPI_COMM_WORLD. Requires a plan that is the same on all ranks.
  explicit State(StartupConfig plan);
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  /// Frees the private communicators of all entries, whatever communicators are still alive.
  ~State();

  /// Returns whether at_hand() is the entry of a communicator, so that no lookup is needed.
  bool IsAtHand(MPI_Comm comm) const { return comm == at_hand_.comm; }
  CommunicatorEntry& at_hand() const { return *at_hand_.entry; }

  /// Sets `entry` to that of a communicator; leaves it unchanged if none was made. Local. Returns
  /// MPI's code; for an invalid `comm`, MPI has already raised the code on its error handler.
  int Find(MPI_Comm comm, CommunicatorEntry*& entry) {
    void* attribute = nullptr;
    int found = 0;
    const int code = PMPI_Comm_get_attr(comm, keyval_, &attribute, &found);
    if (code != MPI_SUCCESS || found == 0) return code;
    entry = &static_cast<Entries::value_type*>(attribute)->second;
    return MPI_SUCCESS;
  }

  /// Makes the entry of a communicator that has none. Local. Throws MpiError.
  CommunicatorEntry& Add(MPI_Comm comm);

  /// Finds or makes the entry of a communicator. Keeps the entry at hand for the next call where
  /// that is safe. Returns the code of Find. Throws MpiError and OutOfMemory.
  int FindOrAdd(MPI_Comm comm, CommunicatorEntry*& entry) {
    UndoSelection();
    const int code = Find(comm, entry);
    if (code == MPI_SUCCESS && entry == nullptr) [[unlikely]]
      entry = &Allocate([&]() -> CommunicatorEntry& { return Add(comm); });
    if (entry != nullptr && one_at_a_time_ && (entry->LastsLong() || comm == MPI_COMM_WORLD)) {
      at_hand_ = {comm, entry};
    }
    return code;
  }

  /// Returns library(), called with one of the library's native algorithms selected. If library()
  /// never returns, as an error handler of the application leaves by longjmp, the next intercepted
  /// call undoes the selection: no entry is at hand until library() returns, so that each call goes
  /// through FindOrAdd. Throws MpiError. Requires that no two threads call MPI at a time.
  template <typename Library>
  [[gnu::always_inline]] int Select(const NativeSelector& native, const Library& library) {
    const AtHand before = std::exchange(at_hand_, {});
    selected_ = &native;
    const int code = native.During(library);
    selected_ = nullptr;
    at_hand_ = before;
    return code;
  }

  /// Undoes the selection of a call that has not returned, if there is one.
  void UndoSelection() {
    if (selected_ == nullptr) [[likely]]
      return;
    selected_->Undo();
    selected_ = nullptr;
  }

  /// Writes the statistics if the plan asks for them. To be called before MPI_Finalize.
  void WriteStatistics();

  /// Ends the entry of a communicator that is being freed. `attribute` is the value that was kept
  /// with the communicator.
  void Remove(MPI_Comm comm, void* attribute);

 private:
  using Entries = std::map<std::int64_t, CommunicatorEntry>;
  struct AtHand {
    MPI_Comm comm = MPI_COMM_NULL;
    CommunicatorEntry* entry = nullptr;
  };
  static constexpr std::int64_t kEnded = -1;

  /// Takes an entry out, and keeps its statistics. Requires the mutex. The caller ends the entry
  /// without the mutex, since the entry then frees its private communicator.
  Entries::node_type Extract(std::int64_t number);

  /// Returns where a communicator's ranks lie on the profile's machine; nullptr if the profile does
  /// not know all their nodes.
  std::shared_ptr<const Places> PlacesOf(MPI_Comm comm, const Layout& layout) const;
  LayoutRules MakeRules(const Layout& layout, const Places* places) const;
  std::shared_ptr<const LayoutRules> RulesFor(const Layout& layout, const Places* places);

  Log log_;
  Rank log_rank_;
  Forced forced_;
  // Bit i: native algorithms of collective i may be selected.
  std::uint32_t natives_;
  std::optional<CompiledTable> table_;
  std::shared_ptr<const Machine> machine_;  // of the table; nullptr if the table has none
  Accelerators accelerators_;
  NodeMap world_;
  std::string passes_;  // why all calls go to the library; else empty
  int keyval_ = MPI_KEYVAL_INVALID;
  const bool one_at_a_time_;  // no two threads call MPI at a time
  // The entry that the next call tries first: the last one that FindOrAdd kept, or always
  // MPI_COMM_WORLD's where threads may call MPI together. None while a selection may have to be
  // undone.
  AtHand at_hand_;
  const NativeSelector* selected_ = nullptr;  // by a call that has not returned yet
  std::atomic<int> private_communicators_{0};
  std::unique_ptr<Statistics> statistics_;  // nullptr if none are written
  std::mutex mutex_;                        // guards what follows; never held during an MPI call
  std::map<Layout, std::shared_ptr<const LayoutRules>> rules_;
  std::int64_t made_ = 0;
  Entries entries_;  // by number: in the order in which the entries were made
  // The number of the last entry of each handle, or kEnded. Delete callbacks of the program may
  // still use a communicator after its entry has ended. Such a call makes another entry, of whose
  // end MPI tells nothing. That entry ends when the handle gets a new entry; see LastsLong.
  std::map<MPI_Comm, std::int64_t> numbers_;
};

/// Returns the state of this process; nullptr before MPI_Init, after MPI_Finalize has begun, and
/// when all calls are left to the library.
inline State* ActiveState() {
  extern std::atomic<State*> active_state;
  return active_state.load(std::memory_order_acquire);
}

/// Reads the environment and the profile on rank 0, and makes all ranks active if there is
/// something to do. Collective over MPI_COMM_WORLD. An environment or profile that cannot be used
/// gives one warning.
void Start();

/// Writes the statistics and ends the state. Called by all ranks, before MPI is finalized.
void Stop();

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_PROCESS_STATE_H_
