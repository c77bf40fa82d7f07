#include "tuner/job/job.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <set>
#include <utility>

#include "algorithms/mpi/built_for.h"
#include "algorithms/mpi/nodes.h"
#include "tuner/job/crash_note.h"
#include "tuner/job/interrupt.h"
#include "tuner/job/print.h"

namespace colltune::tune {
namespace {

constexpr bool kSimulates = kBuiltFor.library.simulates;

/// Crash reporter of this process, for a signal handler.
const Witness* volatile dismissed = nullptr;

/// Keeps freed memory with the process, so that an MPI library is measured at its best. An MPI
/// library that takes memory for each call gets it from the system, page by page, or not, depending
/// on earlier calls of free. A reduction of 4 MiB of MPICH's took 20 ms on two ranks, and 1 ms in
/// other processes.
void KeepFreedMemory() {
#ifdef __GLIBC__
  if (kSimulates) return;
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, -1);
#endif
}

}  // namespace

bool Job::IsLaunched() {
  return kSimulates || IsStartedByLauncher(std::getenv);  // only smpirun can start the simulator
}

Job::Job(int* argc, char*** argv) {
  KeepFreedMemory();
  if (!kSimulates) {
    witness_.emplace();
    dismissed = &*witness_;
    CallWhenCutShort([] { dismissed->Dismiss(); });
  }
  Check(PMPI_Init(argc, argv));
  comm_ = PrivateCopy(MPI_COMM_WORLD);
  ranks_ = SizeOf(comm_.get());
  rank_ = RankIn(comm_.get());
  SayIfKilled("");
}

Job::~Job() {
  { const UniqueComm freed_before_the_end = std::move(comm_); }
  PMPI_Finalize();
  CallWhenCutShort(nullptr);
}

void Job::SayIfKilled(const std::string& advice) const {
  if (rank_ == 0 || !witness_) {  // in the simulator any rank may be the one that speaks
    SayWhenCutShort(fmt::format("colltune: interrupted{}{}\n", advice.empty() ? "" : "; ", advice));
  }
  if (!witness_) return;
  witness_->Tell("colltune: " +
                 PrintableText("rank {} on {} (process {}) was killed or crashed{}{}", rank_,
                               ProcessorName(), getpid(), advice.empty() ? "" : "; ", advice) +
                 "\n");
}

void Job::End(int code) const {
  CrashNote::Dismiss();
  if (kSimulates) _exit(code);
  witness_->Dismiss();
  // If one process just ends, Hydra leaves processes on other hosts running. MPI_Abort tells Hydra
  // by a way that no other thread uses then. If MPI_Abort also hangs, a signal ends this process,
  // and Hydra ends all others.
  constexpr unsigned kPatience = 5;  // s
  std::signal(SIGALRM, SIG_DFL);
  alarm(kPatience);
  PMPI_Abort(MPI_COMM_WORLD, code);
  _exit(code);
}

bool Job::Any(bool mine, MPI_Comm comm) {
  int any = mine ? 1 : 0;
  Check(PMPI_Allreduce(MPI_IN_PLACE, &any, 1, MPI_INT, MPI_MAX, comm));
  return any != 0;
}

void Job::OnRoot(const std::function<void()>& body) {
  enum : int { kWell, kFailed, kStopped };
  int end = kWell;
  std::exception_ptr failure;
  if (IsRoot()) {
    try {
      body();
    } catch (const Interrupted&) {
      failure = std::current_exception();
      end = kStopped;
    } catch (...) {
      failure = std::current_exception();
      end = kFailed;
    }
  }
  Check(PMPI_Allreduce(MPI_IN_PLACE, &end, 1, MPI_INT, MPI_MAX, comm()));
  if (failure) std::rethrow_exception(failure);
  if (end == kStopped) throw Interrupted();
  if (end == kFailed) throw ReportedElsewhere();
}

std::vector<std::string> Job::Hosts() const {
  std::array<char, MPI_MAX_PROCESSOR_NAME> mine{};
  const std::string name = ProcessorName();
  std::copy(name.begin(), name.end(), mine.begin());
  std::vector<char> all(IsRoot() ? mine.size() * static_cast<std::size_t>(ranks_) : 0);
  Check(PMPI_Gather(mine.data(), MPI_MAX_PROCESSOR_NAME, MPI_CHAR, all.data(),
                    MPI_MAX_PROCESSOR_NAME, MPI_CHAR, 0, comm()));
  std::vector<std::string> names;
  std::set<std::string> known;
  for (std::size_t i = 0; i < all.size(); i += mine.size()) {
    if (known.insert(&all[i]).second) names.emplace_back(&all[i]);
  }
  return names;
}

UniqueComm Job::Split(int color) const {
  MPI_Comm part = MPI_COMM_NULL;
  Check(PMPI_Comm_split(comm(), color, rank_, &part));
  return UniqueComm(part);
}

void DemandTwoRanks(const Job& job) {
  if (job.ranks() >= 2) return;
  throw std::invalid_argument(
      "measuring needs two ranks or more, as in: mpiexec -n 2 colltune measure");
}

void DemandRoot(Rank root, int ranks) {
  if (root < ranks) return;
  throw std::invalid_argument(fmt::format("--root: rank {} is not one of {} ranks", root, ranks));
}

std::string DateText() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

}  // namespace colltune::tune
