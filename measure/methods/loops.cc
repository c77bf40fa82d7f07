// Loops that are timed as a whole: other benchmarks' ways to time collectives, for comparison. All
// are biased, in one of two ways:
//  - Where nothing separates the operations, the next one starts while the last one is still on its
//    way (the pipelining effect). The result is the interval between operations.
//  - Where a barrier or acknowledgements separate the operations, their time is part of the result.
//    It overlaps with the operation, and so cannot be subtracted.
//
// Sources: de Supinski & Karonis, "Accurately Measuring MPI Broadcasts in a Computational Grid"
// (HPDC 1999), section 3 and figure 2; Hoefler, Schneider & Lumsdaine, "Accurately measuring
// collective operations at massive scale" (2008), section 1.1 and listings 1 to 3.
#include <algorithm>
#include <array>
#include <utility>

#include "algorithms/run/calls.h"
#include "measure/methods/rank_times.h"

namespace colltune::measure {
namespace {

constexpr int kTag = 3;  // of acknowledgements

/// The operation that a loop repeats, with the barrier or acknowledgements after it.
class Loop {
 public:
  Loop(Operation& operation, const Clock& clock)
      : operation_(operation),
        clock_(clock),
        double_ring_(ParseChoice(Collective::kBarrier, "double_ring")) {}

  // Bodies of loops.
  void Alone() { Perform(operation_.root()); }
  void EachRoot() {
    for (Rank root = 0; root < operation_.ranks(); ++root) Perform(root);
  }
  void EachRootBackward() {
    for (Rank root = operation_.ranks() - 1; root >= 0; --root) Perform(root);
  }
  void ThenBarrier() {
    Alone();
    Check(PMPI_Barrier(operation_.comm()));
  }
  void ThenDoubleRing() {
    Alone();
    Check(Barrier(operation_.runner(), double_ring_));
  }
  void ThenUntimedBarrier() {
    Alone();
    const Seconds begin = clock_.Now();
    Check(PMPI_Barrier(operation_.comm()));
    untimed_ += clock_.Now() - begin;
  }
  void ThenAcknowledge() {
    Alone();
    if (operation_.runner().rank() != operation_.root()) {
      Check(PMPI_Send(nullptr, 0, MPI_BYTE, operation_.root(), kTag, operation_.comm()));
      return;
    }
    for (int i = 1; i < operation_.ranks(); ++i) {
      Check(PMPI_Recv(nullptr, 0, MPI_BYTE, MPI_ANY_SOURCE, kTag, operation_.comm(),
                      MPI_STATUS_IGNORE));
    }
  }

  /// Returns the mean time of one operation in `repetitions` of `body`, by this rank's clock.
  Seconds Time(void (Loop::*body)(), int repetitions) {
    operations_ = 0;
    untimed_ = Seconds(0);
    const Seconds begin = clock_.Now();
    for (int i = 0; i < repetitions; ++i) (this->*body)();
    return (clock_.Now() - begin - untimed_) / operations_;
  }

 private:
  void Perform(Rank root) {
    operation_.Run(root);
    ++operations_;
  }

  Operation& operation_;
  const Clock& clock_;
  const Choice double_ring_;
  int operations_ = 0;
  Seconds untimed_{};
};

/// The rank whose mean time is the result.
enum class Reporter : unsigned char { kRoot, kRankZero, kMeanOfAll };

/// Properties of a loop.
struct LoopScheme {
  int barriers;  ///< number of barriers before the loop
  void (Loop::*body)();
  Reporter reporter;
};

class LoopMethod : public Method {
 public:
  LoopMethod(Operation& operation, const Clock& clock, const LoopScheme& scheme, int repetitions)
      : operation_(operation),
        loop_(operation, clock),
        scheme_(scheme),
        reports_(operation.runner().rank() ==
                 (scheme.reporter == Reporter::kRankZero ? 0 : operation.root())),
        repetitions_(repetitions) {
    (loop_.*scheme_.body)();  // builds the schedules and touches the memory
  }

  void Repeat() override {
    for (int i = 0; i < scheme_.barriers; ++i) Check(PMPI_Barrier(operation_.comm()));
    const Seconds own = loop_.Time(scheme_.body, repetitions_);
    kept_.push_back(TimesOf({.start = {}, .end = {}, .own = own, .reports = reports_}));
  }

  std::vector<Repetition> Collect() override {
    const bool mean = scheme_.reporter == Reporter::kMeanOfAll;
    const Judgement judgement{.reduction = mean ? Reduction::kMean : Reduction::kRoot};
    std::vector<Repetition> repetitions;
    for (const Times& all : JoinRanks(std::exchange(kept_, {}), operation_.comm())) {
      repetitions.push_back({ToSample(all, operation_.ranks(), judgement)});
    }
    return repetitions;
  }

 private:
  Operation& operation_;
  Loop loop_;
  const LoopScheme& scheme_;
  const bool reports_;
  const int repetitions_;
  std::vector<Times> kept_;
};

// Figure 2 has no barriers before its loops.
constexpr LoopScheme kSendLatency{0, &Loop::Alone, Reporter::kRoot};
constexpr LoopScheme kRounds{0, &Loop::EachRoot, Reporter::kRankZero};
constexpr LoopScheme kRoundsBackward{0, &Loop::EachRootBackward, Reporter::kRankZero};
constexpr LoopScheme kBarrier{0, &Loop::ThenBarrier, Reporter::kRoot};
constexpr LoopScheme kBarrierRing{0, &Loop::ThenDoubleRing, Reporter::kRoot};
constexpr LoopScheme kAcknowledgeAll{0, &Loop::ThenAcknowledge, Reporter::kRoot};
constexpr LoopScheme kImb{2, &Loop::Alone, Reporter::kMeanOfAll};  // IMB's N_BARR
constexpr LoopScheme kOsu{1, &Loop::ThenUntimedBarrier, Reporter::kMeanOfAll};
constexpr LoopScheme kMpptest{1, &Loop::Alone, Reporter::kRankZero};
constexpr LoopScheme kMpbench{0, &Loop::Alone, Reporter::kRankZero};

template <const LoopScheme& kScheme>
std::unique_ptr<Method> Make(Operation& operation, GlobalClock& clock,
                             const MethodOptions& options) {
  return std::make_unique<LoopMethod>(operation, clock.local(), kScheme, options.batch);
}

constexpr std::string_view kSupinski = "de Supinski & Karonis 1999, section 3";
constexpr std::string_view kHoefler = "Hoefler, Schneider & Lumsdaine 2008, section 1.1";

template <const LoopScheme& kScheme>
constexpr MethodEntry Entry(std::string_view name, std::string_view summary,
                            std::string_view source, bool rooted_only) {
  return {.name = name,
          .summary = summary,
          .source = source,
          .needs_global_clock = false,
          .biased = true,
          .rooted_only = rooted_only,
          .make = Make<kScheme>};
}

}  // namespace

std::span<const MethodEntry> LoopMethods() {
  static constexpr std::array<MethodEntry, 10> kTable = {
      Entry<kSendLatency>("send_latency", "a loop of operations, timed by the root", kSupinski,
                          true),
      Entry<kRounds>("rounds", "a loop with each rank as the root in turn", kSupinski, true),
      Entry<kRoundsBackward>("rounds_backward", "as rounds, from the last rank to the first",
                             kSupinski, true),
      Entry<kBarrier>("barrier", "a loop of operations and barriers of the MPI library", kSupinski,
                      false),
      Entry<kBarrierRing>("barrier_ring", "a loop of operations and barriers around the ring twice",
                          kSupinski, false),
      Entry<kAcknowledgeAll>("acknowledge_all",
                             "a loop of operations that all ranks acknowledge to the root",
                             kSupinski, true),
      Entry<kImb>("imb", "a loop after two barriers; the mean over all ranks, as IMB's t_avg",
                  kHoefler, false),
      Entry<kOsu>("osu", "a loop with a barrier, not timed, after each; the mean over all ranks",
                  "OSU Micro-Benchmarks 7.1", false),
      Entry<kMpptest>("mpptest", "a loop after a barrier, timed by rank 0", kHoefler, false),
      Entry<kMpbench>("mpbench", "a loop that nothing precedes, timed by rank 0", kHoefler, false),
  };
  return kTable;
}

}  // namespace colltune::measure
