// main() of the test programs that run on several ranks. --only=FILE: the tests of one of its
// sources.
#include <gtest/gtest.h>
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

constexpr std::string_view kOnly = "--only=";

bool IsIn(const testing::TestInfo& test, std::string_view file) {
  const std::string_view path = test.file();
  return path.ends_with(file) && path.substr(0, path.size() - file.size()).ends_with('/');
}

/// Takes the tests of all other files out of the filter. Returns whether the file has any.
bool RunOnly(std::string_view file) {
  bool is_found = false;
  std::string others;
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  for (int i = 0; i < all.total_test_suite_count(); ++i) {
    const testing::TestSuite& suite = *all.GetTestSuite(i);
    for (int j = 0; j < suite.total_test_count(); ++j) {
      const testing::TestInfo& test = *suite.GetTestInfo(j);
      is_found = is_found || IsIn(test, file);
      if (!IsIn(test, file)) others += std::string(suite.name()) + "." + test.name() + ":";
    }
  }
  const std::string filter = GTEST_FLAG_GET(filter);
  const bool takes_out = filter.find('-') != std::string::npos;
  GTEST_FLAG_SET(filter, filter + (takes_out ? ":" : "-") + others);
  return is_found;
}

/// Heeds --only=FILE. Returns false where it names a file without tests.
bool ChooseTests(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (!argument.starts_with(kOnly)) continue;
    if (RunOnly(argument.substr(kOnly.size()))) continue;
    std::fprintf(stderr, "no test in %s\n", argv[i]);
    return false;
  }
  return true;
}

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
  int failed = ChooseTests(argc, argv) ? RUN_ALL_TESTS() : 1;
  int any = 0;
  PMPI_Allreduce(&failed, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  PMPI_Finalize();
  return any;
}
