// machine_truth PROFILE [library]: times of the decisions of a profile on an unlike machine, in
// virtual time, for all rooted collectives and allreduce, 256 bytes to 4 MiB, and roots that are
// spread over all ranks. Prints a row for each, with these times:
// - the library's and the decision's;
// - unless only the library is asked for: the best algorithm that knows nothing of the machine, and
//   the best of all;
// - the lower bound for all algorithms, with which all times are compared.
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "algorithms/buffers.h"
#include "algorithms/registry.h"
#include "profiles/yaml/files.h"
#include "tests/truth.h"
#include "tests/tuner/lower_bound.h"
#include "tuner/problem/candidates.h"

namespace colltune::tune {
namespace {

constexpr std::array kCollectives = {
    Collective::kBcast,    Collective::kReduce,  Collective::kScatter,  Collective::kGather,
    Collective::kScatterv, Collective::kGatherv, Collective::kAllreduce};

/// Range of sizes, in powers of four.
constexpr Bytes kLeast{256};
constexpr Bytes kMost{4 << 20};

struct Best {
  double time = 1e9;  // s
  std::string name = "-";

  void Take(const measure::Operation& operation, double other) {
    if (other < time) *this = {other, operation.name()};
  }
};

class Truth {
 public:
  Truth(const Profile& profile, bool only_library)
      : profile_(profile),
        only_library_(only_library),
        runner_(MPI_COMM_WORLD,
                profile.machine ? PlacesIn(MPI_COMM_WORLD, *profile.machine) : nullptr),
        bound_(MPI_COMM_WORLD) {}

  void Print(Collective collective, Bytes bytes, Rank root) {
    const double library = TimeOf(collective, {}, bytes, root);
    const Choice choice = ChoiceFor(collective, bytes, root);
    const double chosen = choice.IsLibrary() ? library : TimeOf(collective, choice, bytes, root);
    Best plain{library, "library"};
    Best any = plain;
    if (!only_library_) {
      Shape shape = measure::ShapeOf(collective, bytes, root, runner_.ranks());
      shape.places = runner_.places();
      for (const Choice& candidate : CandidatesFor(collective, shape)) {
        measure::Operation operation(collective, candidate, bytes, root, runner_, memory_);
        const double time = TimeOf(operation);
        if (!NeedsPlaces(candidate)) plain.Take(operation, time);
        any.Take(operation, time);
      }
    }
    if (RankIn(MPI_COMM_WORLD) != 0) return;
    fmt::print("{},{},{},{:.9f},{},{:.9f},{},{:.9f},{},{:.9f},{:.9f}\n", ToText(collective),
               bytes.count, root, library, ToText(choice), chosen, plain.name, plain.time, any.name,
               any.time, bound_.Of(collective, bytes, root));
    std::fflush(stdout);
  }

 private:
  Choice ChoiceFor(Collective collective, Bytes bytes, Rank root) const {
    for (const int per_node : {1, runner_.ranks()}) {
      const Row* row =
          profile_.table.Find(collective, OnFullNodes(runner_.ranks(), per_node), root);
      const Rule* rule = row == nullptr ? nullptr : row->Find(bytes);
      if (rule != nullptr) return ParseChoice(collective, rule->choice.text());
    }
    return {};
  }

  double TimeOf(Collective collective, const Choice& choice, Bytes bytes, Rank root) {
    measure::Operation operation(collective, choice, bytes, root, runner_, memory_);
    return TimeOf(operation);
  }

  double TimeOf(measure::Operation& operation) const {
    const double time = TrueTime(operation);
    const double bound = bound_.Of(operation.collective(), operation.bytes(), operation.root());
    if (time < bound) {
      throw std::logic_error(
          fmt::format("{} of {} bytes, root {}, by {} takes {} s, less than the least, {} s",
                      ToText(operation.collective()), operation.bytes().count, operation.root(),
                      operation.name(), time, bound));
    }
    return time;
  }

  const Profile& profile_;
  bool only_library_;
  Runner runner_;
  measure::OperationMemory memory_;
  LowerBound bound_;
};

void PrintAll(const char* path, bool only_library) {
  const Profile profile = ReadProfile(path);
  Truth truth(profile, only_library);
  const int ranks = SizeOf(MPI_COMM_WORLD);
  for (const Collective collective : kCollectives) {
    const bool rooted = HasRoot(collective);
    for (Bytes bytes = kLeast; bytes <= kMost; bytes.count *= 4) {
      for (const Rank root : {0, ranks / 4 + 1, ranks / 2, 3 * ranks / 4 + 1}) {
        if (root == 0 || rooted) truth.Print(collective, bytes, root);
      }
    }
  }
}

}  // namespace
}  // namespace colltune::tune

int main(int argc, char** argv) {
  PMPI_Init(&argc, &argv);
  const bool known = argc == 2 || (argc == 3 && std::string_view(argv[2]) == "library");
  if (known) colltune::tune::PrintAll(argv[1], argc == 3);
  PMPI_Finalize();
  return known ? 0 : 2;
}
