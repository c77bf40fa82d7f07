// Measuring inside an application, on both MPIs: right results, no side effects, and wrong use.
#include "measure/api/measure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "measure/api/colltune.h"
#include "measure/methods/method.h"
#include "tests/truth.h"

namespace colltune::measure {
namespace {

using testing::HasSubstr;

const StoppingRule kShort{.min_reps = 3, .max_reps = 9, .confidence = 0.75, .alpha = 0.025};

/// Whether `text` is the same on all ranks of `comm`.
bool Alike(const std::string& text, MPI_Comm comm) {
  const auto hash = static_cast<std::int64_t>(std::hash<std::string>()(text) >> 1);
  std::int64_t extremes[] = {hash, -hash};
  PMPI_Allreduce(MPI_IN_PLACE, extremes, 2, MPI_INT64_T, MPI_MAX, comm);
  return extremes[0] == -extremes[1];
}

std::string Text(const std::vector<Measurement>& results) {
  std::string text;
  for (const auto& [bytes, time, error, reps, valid] : results) {
    text += fmt::format("{} {} {} {} {};", bytes.count, time.count(), error, reps, valid);
  }
  return text;
}

#ifdef COLLTUNE_SMPI
// tests/smpi/loggp.cfg: the last rank has its block after p - 1 sends, a latency and a receive.
TEST(Measure, FindsWhatLogGPSaysOfAFlatScatter) {
  const int ranks = SizeOf(MPI_COMM_WORLD);
  MeasureRequest request{.collective = "scatter", .choice = "flat"};
  request.sizes = {Bytes{1}, Bytes{1024}, Bytes{65536}};
  const auto results = Measure(MPI_COMM_WORLD, request);
  ASSERT_EQ(results.size(), 3u);
  for (const Measurement& one : results) {
    const double m = static_cast<double>(one.bytes.count);
    const double expected = (ranks - 1) * (2e-6 + 0.8e-9 * m) + 10e-6 + 2e-6;
    EXPECT_NEAR(one.time.count() / expected, 1, 0.01) << one.bytes.count;
    EXPECT_LT(one.error, 0.025);
    EXPECT_EQ(one.reps, 10);
    EXPECT_EQ(one.valid, 10);
  }
}

TEST(Measure, FindsTheTruthOfEveryScatter) {
  Runner runner(MPI_COMM_WORLD);
  OperationMemory memory;
  std::vector<Choice> choices = StandardChoices(Collective::kScatter);
  std::erase_if(choices, NeedsPlaces);
  choices.push_back({});
  for (const Choice& choice : choices) {
    const Bytes bytes{8192};
    Operation operation(Collective::kScatter, choice, bytes, 1, runner, memory);
    const double truth = TrueTime(operation);
    const auto results = Measure(MPI_COMM_WORLD, {.collective = "scatter",
                                                  .choice = ToText(choice),
                                                  .sizes = {bytes},
                                                  .root = 1,
                                                  .rule = kShort});
    EXPECT_NEAR(results.at(0).time.count() / truth, 1, 0.01) << ToText(choice);
  }
}
#endif

TEST(Measure, WorksOnPartsOfTheApplicationAtOnce) {
  const int rank = RankIn(MPI_COMM_WORLD);
  MPI_Comm half = MPI_COMM_NULL;
  PMPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
  for (const MPI_Comm comm : {half, MPI_COMM_SELF}) {
    MeasureRequest request{.collective = rank % 2 ? "allreduce" : "scatter", .rule = kShort};
    request.sizes = {Bytes{0}, Bytes{8}, Bytes{4096}};
    const auto results = Measure(comm, request);
    ASSERT_EQ(results.size(), 3u);
    EXPECT_TRUE(Alike(Text(results), comm));
    for (const Measurement& one : results) {
      EXPECT_GE(one.reps, 3);
      EXPECT_LE(one.reps, 9);
      EXPECT_EQ(one.valid > 0, std::isfinite(one.time.count()));
    }
  }
  PMPI_Comm_free(&half);
}

TEST(Measure, RepeatsAsOftenAsItIsTold) {
  StoppingRule rule = kShort;
  rule.min_reps = rule.max_reps = 4;
  for (const MethodEntry& method : Methods()) {
    const auto results = Measure(MPI_COMM_WORLD, {.collective = "bcast",
                                                  .sizes = {Bytes{64}},
                                                  .method = std::string(method.name),
                                                  .rule = rule});
    // Each turn of the method window is a row of operations.
    const int row = method.name == "window" ? MethodOptions().batch : 1;
    EXPECT_EQ(results.at(0).reps, 4 * row) << method.name;
    EXPECT_LE(results.at(0).valid, results.at(0).reps) << method.name;
  }
}

// A receive that matches every message is pending all the time.
TEST(Measure, LeavesTheApplicationsMessagesAlone) {
  const int rank = RankIn(MPI_COMM_WORLD);
  const int ranks = SizeOf(MPI_COMM_WORLD);
  int received = -1;
  MPI_Request pending = MPI_REQUEST_NULL;
  PMPI_Irecv(&received, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &pending);
  Measure(MPI_COMM_WORLD,
          {.collective = "scatter", .choice = "binomial", .sizes = {Bytes{4}}, .rule = kShort});
  int complete = 0;
  PMPI_Test(&pending, &complete, MPI_STATUS_IGNORE);
  EXPECT_FALSE(complete);
  PMPI_Barrier(MPI_COMM_WORLD);  // none sends before all have looked
  PMPI_Send(&rank, 1, MPI_INT, (rank + 1) % ranks, 7, MPI_COMM_WORLD);
  PMPI_Wait(&pending, MPI_STATUS_IGNORE);
  EXPECT_EQ(received, (rank + ranks - 1) % ranks);
}

int copies = 0;

int CountCopies(MPI_Comm, int, void*, void*, void*, int* flag) {
  ++copies;
  *flag = 0;
  return MPI_SUCCESS;
}

#ifndef COLLTUNE_SMPI
/// Takes all communicators that MPI can still make; MPICH has 2048.
class AllCommunicators {
 public:
  AllCommunicators() {
    MPI_Comm first = MPI_COMM_NULL;
    PMPI_Comm_dup(MPI_COMM_WORLD, &first);
    PMPI_Comm_set_errhandler(first, MPI_ERRORS_RETURN);
    all_.push_back(first);
    for (MPI_Comm copy; PMPI_Comm_dup(first, &copy) == MPI_SUCCESS;) all_.push_back(copy);
  }
  ~AllCommunicators() { Free(all_.size()); }
  void Free(std::size_t count) {
    for (; count > 0; --count, all_.pop_back()) PMPI_Comm_free(&all_.back());
  }

 private:
  std::vector<MPI_Comm> all_;
};
#endif

TEST(Measure, LeavesNoTrace) {
  MPI_Comm comm = MPI_COMM_NULL;
  PMPI_Comm_dup(MPI_COMM_WORLD, &comm);
  int key = MPI_KEYVAL_INVALID;
  PMPI_Comm_create_keyval(CountCopies, MPI_COMM_NULL_DELETE_FN, &key, nullptr);
  PMPI_Comm_set_attr(comm, key, nullptr);
  PMPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  const StoppingRule once{.min_reps = 1, .max_reps = 1, .confidence = 0.5, .alpha = 0.5};
#ifndef COLLTUNE_SMPI
  AllCommunicators others;
  others.Free(8);
#endif
  for (int i = 0; i < 20; ++i) {
    const auto results =
        Measure(comm, {.collective = "barrier", .sizes = {Bytes{0}}, .rule = once});
    ASSERT_EQ(results.at(0).reps, 1);
    EXPECT_THROW(Measure(comm, {.collective = "barriers"}), Failure);
  }
  EXPECT_EQ(copies, 0);
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  PMPI_Comm_get_errhandler(comm, &handler);
  EXPECT_EQ(handler, MPI_ERRORS_RETURN);
  PMPI_Comm_free_keyval(&key);
  PMPI_Comm_free(&comm);
}

#ifndef COLLTUNE_SMPI
TEST(Measure, ReturnsWhereNoCommunicatorIsLeft) {
  MPI_Comm comm = MPI_COMM_NULL;
  PMPI_Comm_dup(MPI_COMM_WORLD, &comm);  // errors on it end the program
  AllCommunicators others;
  colltune_handle* handle = nullptr;
  EXPECT_EQ(colltune_open(comm, &handle), COLLTUNE_ERROR_MPI);
  EXPECT_STRNE(colltune_error(), "");
  EXPECT_EQ(colltune_measure(comm, "bcast", "flat", 0, 0, nullptr, nullptr, nullptr),
            COLLTUNE_ERROR_MPI);
  EXPECT_EQ(handle, nullptr);
  others.Free(8);
  EXPECT_EQ(colltune_open(comm, &handle), COLLTUNE_SUCCESS);
  EXPECT_EQ(colltune_close(handle), COLLTUNE_SUCCESS);
  PMPI_Comm_free(&comm);
}
#endif

/// A valid call of colltune_measure, until a field is changed.
struct Request {
  MPI_Comm comm = MPI_COMM_WORLD;
  const char* op = "scatter";
  const char* algorithm = "flat";
  int root = 0;
  int n = 1;
  bool bytes_given = true;
  long long bytes = 8;
  colltune_options options = colltune_defaults();
  bool results_given = true;

  Request() {
    options.min_reps = kShort.min_reps;
    options.max_reps = kShort.max_reps;
  }

  int Call() const {
    colltune_result results[2] = {};
    const long long sizes[] = {8, bytes};
    return colltune_measure(comm, op, algorithm, root, n, bytes_given ? sizes + 2 - n : nullptr,
                            &options, results_given ? results : nullptr);
  }
};

struct WrongUse {
  void (*change)(Request&);
  const char* text;
};

const WrongUse kWrongUses[] = {
    {[](Request& r) { r.op = "scater"; }, "unknown collective 'scater'; known are bcast, scatter,"},
    {[](Request& r) { r.op = nullptr; }, "op is a null pointer"},
    {[](Request& r) { r.algorithm = "fast"; }, "unknown algorithm 'fast' for scatter"},
    {[](Request& r) { r.algorithm = "knomial:k=1"; }, "k '1' of knomial is not from 2"},
    {[](Request& r) { r.algorithm = nullptr; }, "algorithm is a null pointer"},
    {[](Request& r) { r.root = -1; }, "root -1 is not from 0 to "},
    {[](Request& r) { r.root = SizeOf(MPI_COMM_WORLD); }, "is not from 0 to "},
    {[](Request& r) { r.n = -1; }, "-1 sizes"},
    {[](Request& r) { r.bytes_given = false; }, "bytes is a null pointer"},
    {[](Request& r) { r.results_given = false; }, "results is a null pointer"},
    {[](Request& r) { r.bytes = -1; }, "-1 bytes are not from 0 to 2147483647"},
    {[](Request& r) { r.bytes = 1LL << 31; }, "2147483648 bytes are not"},
    {[](Request& r) { r.bytes = (1LL << 31) - 1; }, "more than MPI's displacements reach"},
    {[](Request& r) { r.options.method = "stopwatch"; }, "unknown method 'stopwatch'; known are "},
    {[](Request& r) { r.options.clock_sync = "sundial"; },
     "unknown clock synchronisation 'sundial'; known are "},
    {[](Request& r) { r.options.min_reps = 0; }, "least repetitions 0 are below 1"},
    {[](Request& r) { r.options.min_reps = 20, r.options.max_reps = 10; },
     "most repetitions 10 are below the least, 20"},
    {[](Request& r) { r.options.alpha = 0; }, "alpha 0 is not between 0 and 1"},
    {[](Request& r) { r.options.alpha = 1; }, "alpha 1 is not between 0 and 1"},
    {[](Request& r) { r.options.alpha = std::nan(""); }, "alpha nan is not"},
    {[](Request& r) { r.options.confidence = 1.5; }, "confidence 1.5 is not"},
    {[](Request& r) {
       r.op = "allreduce", r.algorithm = "library", r.options.method = "per_destination";
     },
     "per_destination times collectives with a root"},
};

TEST(Measure, ReportsWrongUse) {
  for (const WrongUse& wrong : kWrongUses) {
    Request request;
    wrong.change(request);
    EXPECT_EQ(request.Call(), COLLTUNE_ERROR_ARGUMENT) << wrong.text;
    EXPECT_THAT(colltune_error(), HasSubstr(wrong.text));
    EXPECT_TRUE(Alike(colltune_error(), MPI_COMM_WORLD)) << wrong.text;
  }
  EXPECT_EQ(Request().Call(), COLLTUNE_SUCCESS) << colltune_error();
}

TEST(Measure, ReportsEverywhereWhatIsWrongOnOneRank) {
  const int ranks = SizeOf(MPI_COMM_WORLD);
  const bool last = RankIn(MPI_COMM_WORLD) == ranks - 1;
  for (const WrongUse& wrong : kWrongUses) {
    Request request;
    if (last) wrong.change(request);
    EXPECT_EQ(request.Call(), COLLTUNE_ERROR_ARGUMENT) << wrong.text;
    EXPECT_TRUE(Alike(colltune_error(), MPI_COMM_WORLD)) << wrong.text;
  }
  if (ranks == 1) return;
  for (const int what : {0, 1, 2}) {  // each right by itself
    Request request;
    if (last && what == 0) request.bytes = 9;
    if (last && what == 1) request.n = 2;
    if (last && what == 2) request.op = "gather";
    EXPECT_EQ(request.Call(), COLLTUNE_ERROR_ARGUMENT);
    EXPECT_THAT(colltune_error(), HasSubstr(fmt::format("rank {} asks for", ranks - 1)));
    EXPECT_TRUE(Alike(colltune_error(), MPI_COMM_WORLD));
  }
}

TEST(Measure, ReportsWhatAnAlgorithmDeclines) {
  Request request;
  request.op = "allgather";
  request.algorithm = "neighbor_exchange";
  const bool even = SizeOf(MPI_COMM_WORLD) % 2 == 0;
  EXPECT_EQ(request.Call(), even ? COLLTUNE_SUCCESS : COLLTUNE_ERROR_DECLINED);
  if (!even) {
    EXPECT_THAT(colltune_error(), HasSubstr("neighbor_exchange needs"));
  }
}

TEST(Measure, RefusesCommunicatorsOfNoOrTwoGroups) {
  Request request;
  request.comm = MPI_COMM_NULL;
  EXPECT_EQ(request.Call(), COLLTUNE_ERROR_ARGUMENT);
  EXPECT_THAT(colltune_error(), HasSubstr("MPI_COMM_NULL"));
#ifndef COLLTUNE_SMPI
  const int rank = RankIn(MPI_COMM_WORLD);
  MPI_Comm half = MPI_COMM_NULL;
  PMPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
  PMPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 0, &request.comm);
  EXPECT_EQ(request.Call(), COLLTUNE_ERROR_ARGUMENT);
  EXPECT_THAT(colltune_error(), HasSubstr("two groups"));
  PMPI_Comm_free(&request.comm);
  PMPI_Comm_free(&half);
#endif
}

}  // namespace
}  // namespace colltune::measure
