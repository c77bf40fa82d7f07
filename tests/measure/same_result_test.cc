// Algorithms of ours and of the library give what the library gives by its own choice.
#include "measure/same_result.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>

#include "algorithms/buffers.h"

namespace colltune {
namespace {

Schedule Nothing(const Shape&, Rank, const Parameters&) { return {}; }

constexpr std::int64_t kSizes[] = {0, 3, 8, 64 << 10, 1 << 20};

void ExpectTheSame(Collective collective, const Choice& choice, Runner& runner) {
  if (!Declines(choice, {.ranks = runner.ranks()}).empty()) return;
  for (const std::int64_t bytes : kSizes) {
    const int roots = HasRoot(collective) ? runner.ranks() : 1;
    for (Rank root = 0; root < roots; ++root) {
      EXPECT_TRUE(GivesTheSame(collective, choice, Bytes{bytes}, root, runner)) << fmt::format(
          "{}:{} of {} bytes from {}", ToText(collective), ToText(choice), bytes, root);
    }
  }
}

class EveryCollective : public testing::TestWithParam<Collective> {};

TEST_P(EveryCollective, IsRightByEachNativeAlgorithm) {
  Runner runner(MPI_COMM_WORLD);
  for (const Choice& choice : NativeChoices(GetParam())) {
    ExpectTheSame(GetParam(), choice, runner);
  }
}

TEST_P(EveryCollective, IsRightByOneOfOurs) {
  Runner runner(MPI_COMM_WORLD);
  ExpectTheSame(GetParam(), StandardChoice(Algorithms(GetParam()).front()), runner);
}

TEST_P(EveryCollective, IsWrongWhereNothingIsDone) {
  Runner runner(MPI_COMM_WORLD);
  if (GetParam() == Collective::kBarrier || runner.ranks() < 2) GTEST_SKIP() << "has no result";
  Algorithm nothing = Algorithms(GetParam()).front();
  nothing.build = Nothing;
  for (const Rank root : {0, runner.ranks() - 1}) {
    for (const std::int64_t bytes : {1, 8, 1 << 10}) {
      EXPECT_FALSE(GivesTheSame(GetParam(), {.algorithm = &nothing}, Bytes{bytes}, root, runner));
    }
  }
}

std::vector<Collective> AllCollectives() {
  std::vector<Collective> all;
  for (const std::string_view name : kCollectiveNames) all.push_back(*FindCollective(name));
  return all;
}

INSTANTIATE_TEST_SUITE_P(All, EveryCollective, testing::ValuesIn(AllCollectives()),
                         [](const auto& test) { return std::string(ToText(test.param)); });

}  // namespace
}  // namespace colltune
