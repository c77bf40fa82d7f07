#include "tuner/intercept/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <exception>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "algorithms/mpi/error.h"
#include "profiles/compiled/profile_path.h"
#include "profiles/read_file.h"
#include "tuner/intercept/print.h"

namespace colltune::intercept {
namespace {

/// Communicators whose statistics are kept apart. A program may make and free one in each of many
/// steps: later communicators are added up by layout, at some 500 bytes for each kind of call.
constexpr std::size_t kMostToldApart = 1000;

/// Readings of the clock from which the time of one reading is measured.
constexpr int kReadings = 1000;

/// Replaces the contents of a file. Throws std::runtime_error, which names the file.
void WriteTo(const std::string& path, const std::string& text) {
  errno = 0;
  std::FILE* const file = std::fopen(path.c_str(), "we");  // e: closed in children
  bool good = file != nullptr && std::fputs(text.c_str(), file) >= 0;
  if (file != nullptr) good = std::fclose(file) == 0 && good;
  if (!good) {
    throw std::runtime_error(fmt::format("{}: cannot be written: {}", path, ErrorText(errno)));
  }
}

Seconds CostOfClock() {
  const double begin = PMPI_Wtime();
  double end = begin;
  for (int i = 0; i < kReadings; ++i) end = PMPI_Wtime();
  return Seconds((end - begin) / kReadings);
}

/// Adds calls of the same kind on another communicator.
void AddTo(CallStats& all, const CallStats& calls) {
  const auto before = static_cast<double>(all.calls);
  const auto more = static_cast<double>(calls.calls);
  const auto mean = [&](auto a, auto b) { return (before * a + more * b) / (before + more); };
  all.mean_bytes = mean(all.mean_bytes, calls.mean_bytes);
  all.mean = mean(all.mean, calls.mean);
  all.median = std::min(all.median, calls.median);
  all.least = std::min(all.least, calls.least);
  all.most = std::max(all.most, calls.most);
  all.calls += calls.calls;
  all.samples += calls.samples;
  ++all.communicators;
}

void Warn(int rank, const std::string& what) {
  PrintLine(fmt::format("rank {}: warning: COLLTUNE_STATS: {}", rank, what));
}

}  // namespace

std::string NewJobName() {
  return fmt::format("{} {} {}", HostName(), getpid(), std::time(nullptr));
}

std::unique_ptr<Statistics> Statistics::Open(const std::string& path, std::string job,
                                             std::string profile) {
  StatsHeader header;
  header.job = std::move(job);
  header.profile = std::move(profile);
  Check(PMPI_Comm_rank(MPI_COMM_WORLD, &header.rank));
  Check(PMPI_Comm_size(MPI_COMM_WORLD, &header.ranks));
  const std::string mine = fmt::format("{}.{}", path, header.rank);
  std::string fault;
  try {
    WriteTo(mine, "");
  } catch (const std::exception& error) {
    fault = error.what();
  }
  const int failed = fault.empty() ? 0 : 1;
  const int candidate = fault.empty() ? header.ranks : header.rank;
  int all_failed = 0;
  int first = 0;
  Check(PMPI_Allreduce(&failed, &all_failed, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  Check(PMPI_Allreduce(&candidate, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD));
  if (header.rank == first) {
    Warn(first, all_failed == 1
                    ? fault
                    : fmt::format("{}; nor can those of {} more ranks", fault, all_failed - 1));
  }
  if (failed != 0) return nullptr;
  return std::unique_ptr<Statistics>(new Statistics(mine, std::move(header)));
}

Statistics::Statistics(std::string path, StatsHeader header)
    : path_(std::move(path)),
      header_(std::move(header)),
      process_(getpid()),
      begin_(PMPI_Wtime()) {}

void Statistics::Retire(const CallCounters& tally) noexcept {
  try {
    std::vector<CallStats> told = tally.Told();
    if (told.empty()) return;
    if (++communicators_ <= kMostToldApart) {
      std::ranges::move(told, std::back_inserter(told_));
      return;
    }
    for (CallStats& calls : told) {
      const Kind kind{tally.layout(), calls.collective, SizeClass(calls.least), calls.choice,
                      calls.why};
      calls.name.clear();
      const auto [all, is_first] = others_.try_emplace(kind, calls);
      if (!is_first) AddTo(all->second, calls);
    }
  } catch (const std::exception&) {  // out of memory: other communicators' statistics are written
  }
}

void Statistics::Write() {
  if (getpid() != process_) return;
  try {
    header_.elapsed = Seconds(PMPI_Wtime() - begin_);
    header_.clock = CostOfClock();
    StatsFile file{header_, std::move(told_)};
    for (auto& [kind, calls] : others_) file.calls.push_back(std::move(calls));
    WriteTo(path_, StatsText(file));
  } catch (const std::exception& error) {
    Warn(header_.rank, error.what());
  }
}

}  // namespace colltune::intercept
