// One-sided MPI: MPI_Put within a passive epoch of all ranks, completed by flushes.
//
// A message of Send is data and then the number of the message, for which the receiver polls. MPI
// gives no order within a put or between two puts, so a flush separates data and number. A message
// of 8 bytes is its number alone. Rows of StartSend are data alone, and end with a flush and a
// signal: the "quiet" of Bell et al. (2003), section 4.2.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/mpi/unique.h"
#include "measure/network/layers.h"

namespace colltune::measure {
namespace {

using Number = std::uint64_t;

constexpr auto kNumberBytes = static_cast<std::int64_t>(sizeof(Number));
// Alignment of the two parts of a window: a cache line. (MPICH 4.0.2 also writes to wrong places on
// ranks after the first where the size of a window is not a multiple of 16.)
constexpr std::int64_t kAlignment = 64;
constexpr int kPollsPerProgress = 64;  // MPI must be called for others' puts to arrive everywhere

class RmaLayer final : public Layer {
 public:
  explicit RmaLayer(MPI_Comm comm)
      : comm_(comm),
        ranks_(static_cast<std::size_t>(SizeOf(comm))),
        self_(static_cast<std::size_t>(RankIn(comm))),
        sent_(2 * ranks_),
        awaited_(2 * ranks_) {}

  ~RmaLayer() override { Free(); }
  RmaLayer(const RmaLayer&) = delete;
  RmaLayer& operator=(const RmaLayer&) = delete;

  std::string_view name() const override { return "rma"; }
  Bytes least() const override { return Bytes{kNumberBytes}; }
  bool one_sided() const override { return true; }

  void Reserve(Bytes most) override {
    const std::int64_t size = Aligned(std::max<std::int64_t>(most.count, 1));
    if (data_bytes_ >= size) return;
    Free();
    // Each rank's window has a number of messages and one of signals from each rank, and then data,
    // whose place all senders share.
    const MPI_Aint numbers = Aligned(static_cast<std::int64_t>(2 * ranks_ * sizeof(Number)));
    void* base = nullptr;
    Check(PMPI_Win_allocate(numbers + size, 1, MPI_INFO_NULL, comm_, &base, &window_));
    Check(PMPI_Win_set_errhandler(window_, MPI_ERRORS_RETURN));
    data_bytes_ = size;
    numbers_ = static_cast<Number*>(base);
    data_offset_ = numbers;
    std::fill_n(numbers_, 2 * ranks_, 0);
    std::ranges::fill(sent_, 0);
    std::ranges::fill(awaited_, 0);
    out_.resize(static_cast<std::size_t>(size));
    Check(PMPI_Win_lock_all(MPI_MODE_NOCHECK, window_));
    Check(PMPI_Win_sync(window_));
    Check(PMPI_Barrier(comm_));  // nobody writes before all have their zeros
  }

  void Send(Rank to, Bytes bytes) override {
    if (bytes > least()) {
      PutData(to, bytes);
      Check(PMPI_Win_flush(to, window_));
    }
    PutNumber(to, /*signal=*/false);
  }

  void Receive(Rank from, Bytes /*bytes*/) override { Await(from, /*signal=*/false); }

  void StartSend(Rank to, Bytes bytes) override {
    Check(PMPI_Rput(out_.data(), static_cast<int>(bytes.count), MPI_BYTE, to, data_offset_,
                    static_cast<int>(bytes.count), MPI_BYTE, window_,
                    &requests_.emplace_back(MPI_REQUEST_NULL)));
  }

  void FinishSends(int count) override {
    Check(PMPI_Waitall(count, requests_.data() + done_, MPI_STATUSES_IGNORE));
    done_ += static_cast<std::size_t>(count);
    if (done_ < requests_.size()) return;
    requests_.clear();
    done_ = 0;
  }

  void StartReceive(Rank, Bytes) override {}
  void FinishReceives(int) override {}

  void EndRow(Rank to) override {
    Check(PMPI_Win_flush(to, window_));
    Signal(to);
  }
  void AwaitRow(Rank from) override { AwaitSignal(from); }

  void Signal(Rank to) override { PutNumber(to, /*signal=*/true); }
  void AwaitSignal(Rank from) override { Await(from, /*signal=*/true); }

 private:
  static std::int64_t Aligned(std::int64_t bytes) {
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
  }

  /// Returns the index of the number of messages (or signals) between this rank and `other`: to
  /// `other` in sent_, from `other` in awaited_ and in the window.
  std::size_t Index(Rank other, bool signal) const {
    return static_cast<std::size_t>(other) + (signal ? ranks_ : 0);
  }

  void PutData(Rank to, Bytes bytes) {
    const auto count = static_cast<int>(bytes.count);
    Check(PMPI_Put(out_.data(), count, MPI_BYTE, to, data_offset_, count, MPI_BYTE, window_));
  }

  void PutNumber(Rank to, bool signal) {
    Number& number = sent_[Index(to, signal)];
    ++number;
    const auto there = static_cast<MPI_Aint>((self_ + (signal ? ranks_ : 0)) * sizeof(Number));
    Check(PMPI_Put(&number, sizeof number, MPI_BYTE, to, there, sizeof number, MPI_BYTE, window_));
    Check(PMPI_Win_flush(to, window_));
  }

  void Await(Rank from, bool signal) {
    const std::size_t index = Index(from, signal);
    const Number number = ++awaited_[index];
    const std::atomic_ref<Number> written(numbers_[index]);
    while (written.load(std::memory_order_acquire) < number) {
      for (int i = 0; i < kPollsPerProgress; ++i) {
        if (written.load(std::memory_order_acquire) >= number) break;
      }
      if (written.load(std::memory_order_acquire) >= number) break;
      int any = 0;
      Check(PMPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm_, &any, MPI_STATUS_IGNORE));
    }
  }

  /// Collective.
  void Free() {
    int finalized = 0;
    if (window_ == MPI_WIN_NULL || PMPI_Finalized(&finalized) != MPI_SUCCESS || finalized) return;
    PMPI_Win_unlock_all(window_);
    PMPI_Win_free(&window_);
    window_ = MPI_WIN_NULL;
  }

  const MPI_Comm comm_;
  const std::size_t ranks_;
  const std::size_t self_;
  MPI_Win window_ = MPI_WIN_NULL;
  Number* numbers_ = nullptr;
  std::int64_t data_bytes_ = 0;
  MPI_Aint data_offset_ = 0;
  std::vector<Number> sent_;     // messages to each rank, then signals to each
  std::vector<Number> awaited_;  // messages from each rank, then signals from each
  std::vector<std::byte> out_;
  std::vector<MPI_Request> requests_;
  std::size_t done_ = 0;
};

}  // namespace

std::unique_ptr<Layer> MakeRmaLayer(MPI_Comm comm) { return std::make_unique<RmaLayer>(comm); }

}  // namespace colltune::measure
