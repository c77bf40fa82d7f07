// What the preload library knows between MPI_Init and MPI_Finalize.
#ifndef COLLTUNE_TUNER_INTERCEPT_STATE_H_
#define COLLTUNE_TUNER_INTERCEPT_STATE_H_

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
#include "tuner/intercept/plan.h"
#include "tuner/intercept/statistics.h"
#include "tuner/intercept/world.h"

namespace colltune::intercept {

/// All but the entries is constant. Threads may use it at the same time for different
/// communicators.
class State {
 public:
  /// Collective over MPI_COMM_WORLD. Requires a plan that is the same on all ranks.
  explicit State(Plan plan);
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  /// Frees what the entries hold, whatever communicators are still alive.
  ~State();

  /// Whether the entry of a communicator is at_hand(), and needs not be looked up.
  bool IsAtHand(MPI_Comm comm) const { return comm == at_hand_.comm; }
  CommunicatorEntry& at_hand() const { return *at_hand_.entry; }

  /// The entry of a communicator; none where none was made. Local. Returns MPI's code, which is
  /// raised on the communicator's own error handler already, when `comm` is none.
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

  /// Finds the entry of a communicator, or makes it; the next call has it at hand where that is
  /// safe. Returns as Find, throws MpiError and OutOfMemory.
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

  /// Returns library(), with one of the library's own algorithms selected for it. Where that never
  /// returns, as an error handler of the application leaves by longjmp, the next call that is
  /// intercepted undoes the selection: until the library returns no entry is at hand, so that each
  /// call comes by FindOrAdd. Throws MpiError. Requires that no two threads call MPI at a time.
  template <typename Library>
  [[gnu::always_inline]] int Select(const NativeSelector& native, const Library& library) {
    const AtHand before = std::exchange(at_hand_, {});
    selected_ = &native;
    const int code = native.During(library);
    selected_ = nullptr;
    at_hand_ = before;
    return code;
  }

  /// Has the library choose by itself, though a call with a selection has not returned.
  void UndoSelection() {
    if (selected_ == nullptr) [[likely]]
      return;
    selected_->Undo();
    selected_ = nullptr;
  }

  /// Writes what the plan wants of statistics. To be called before MPI_Finalize.
  void WriteStatistics();

  /// Ends the entry of a communicator that is being freed; `attribute` is the value that was kept
  /// with the communicator.
  void Remove(MPI_Comm comm, void* attribute);

 private:
  using Entries = std::map<std::int64_t, CommunicatorEntry>;
  struct AtHand {
    MPI_Comm comm = MPI_COMM_NULL;
    CommunicatorEntry* entry = nullptr;
  };
  static constexpr std::int64_t kEnded = -1;

  /// Takes an entry out. Requires the mutex; the entry itself is to end without it, as it frees its
  /// communicator.
  Entries::node_type Extract(std::int64_t number);

  /// nullptr where the profile does not know them all.
  std::shared_ptr<const Places> PlacesOf(MPI_Comm comm, const Layout& layout) const;
  LayoutRules MakeRules(const Layout& layout, const Places* places) const;
  std::shared_ptr<const LayoutRules> RulesFor(const Layout& layout, const Places* places);

  Log log_;
  Rank log_rank_;
  Forced forced_;
  // Of which collectives the library's own algorithms may be selected: bits.
  std::uint32_t natives_;
  std::optional<CompiledTable> table_;
  std::shared_ptr<const Machine> machine_;  // of the table, if it has one
  Accelerators accelerators_;
  World world_;
  std::string passes_;  // why all calls are the library's, or empty
  int keyval_ = MPI_KEYVAL_INVALID;
  const bool one_at_a_time_;  // no two threads call MPI at a time
  // The entry that was looked up last; MPI_COMM_WORLD's where threads may call together. None while
  // a selection may have to be undone.
  AtHand at_hand_;
  const NativeSelector* selected_ = nullptr;  // by a call that has not returned yet
  std::atomic<int> private_communicators_{0};
  std::unique_ptr<Statistics> statistics_;  // nullptr: none
  std::mutex mutex_;                        // of what follows; never held during an MPI call
  std::map<Layout, std::shared_ptr<const LayoutRules>> rules_;
  std::int64_t made_ = 0;
  Entries entries_;  // by their number: in the order in which they were made
  // The number of the entry for each handle that has had one, or kEnded. Delete callbacks of the
  // program's may still use a communicator after its entry has ended: it gets another one, of whose
  // end MPI tells nothing. That one ends when the handle is another communicator's; see LastsLong.
  std::map<MPI_Comm, std::int64_t> numbers_;
};

/// The state of this process; nullptr before MPI_Init, after MPI_Finalize has begun, and when all
/// is left to the library.
inline State* ActiveState() {
  extern std::atomic<State*> active_state;
  return active_state.load(std::memory_order_acquire);
}

/// Collective over MPI_COMM_WORLD: its first rank reads the environment and the profile, and all
/// become active if there is something to do. Something unusable in them is one warning.
void Start();

/// Ends the state. Called by all ranks, before MPI is finalized.
void Stop();

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_STATE_H_
