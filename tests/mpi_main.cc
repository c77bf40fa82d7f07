// main() of the test programs that run on several ranks.
#include <gtest/gtest.h>
#include <mpi.h>

#include <cstdio>
#include <cstdlib>

namespace {

/// Prints the failures of the ranks that do not print everything.
class FailuresOnly : public testing::EmptyTestEventListener {
 public:
  explicit FailuresOnly(int rank) : rank_(rank) {}

  void OnTestPartResult(const testing::TestPartResult& result) override {
    if (!result.failed()) return;
    std::printf("rank %d: %s:%d: %s\n", rank_, result.file_name(), result.line_number(),
                result.summary());
  }

 private:
  int rank_;
};

}  // namespace

int main(int argc, char** argv) {
  PMPI_Init(&argc, &argv);
  testing::InitGoogleTest(&argc, argv);
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank != 0) {
    testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new FailuresOnly(rank));
    // One rank writes the report of the test, and the file that says it ended too early.
    GTEST_FLAG_SET(output, "");
    unsetenv("TEST_PREMATURE_EXIT_FILE");
  }
  int failed = RUN_ALL_TESTS();
  int any = 0;
  PMPI_Allreduce(&failed, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  PMPI_Finalize();
  return any;
}
