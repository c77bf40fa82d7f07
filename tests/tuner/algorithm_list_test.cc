#include "tuner/show/algorithm_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algorithms/registry.h"

namespace colltune::tune {
namespace {

TEST(AlgorithmList, HasAColumnOfNamesAndOneOfDetails) {
  const std::vector<Algorithm> algorithms = {
      {.collective = Collective::kReduce,
       .name = "knomial",
       .summary = "a tree",
       .source = "A & B 2000",
       .parameters = {Radix(4), Segment()},
       .limits = {kCommutative, kFewSegments},
       .build = nullptr},
      {.collective = Collective::kScan,
       .name = "chain",
       .summary = "a chain",
       .source = "C 1990",
       .parameters = {},
       .limits = {},
       .build = nullptr},
  };
  static const std::vector<NativeAlgorithm> kNatives = {{"smp", "Force smp", 1}};
  const NativesOf natives = [](Collective collective) {
    return collective == Collective::kReduce ? std::span(kNatives)
                                             : std::span<const NativeAlgorithm>();
  };
  EXPECT_EQ(ListText(algorithms, std::array{Collective::kReduce, Collective::kBarrier}, natives),
            "reduce:knomial:k=4:segment=8K  a tree\n"
            "                               k at least 2, segment at least 1\n"
            "                               needs a commutative operation\n"
            "                               needs at most 65536 segments\n"
            "                               A & B 2000\n"
            "reduce:mpich:smp               inside the MPI library: Force smp\n"
            "reduce:library                 what the MPI library itself does\n"
            "barrier:library                what the MPI library itself does\n");
}

// The left column can be given on the command line.
TEST(AlgorithmList, NamesAreReadBack) {
  for (const Algorithm& algorithm : Algorithms()) {
    const Choice choice = StandardChoice(algorithm);
    const std::string text =
        ListText(Algorithms(), std::array{algorithm.collective},
                 [](Collective) { return std::span<const NativeAlgorithm>(); });
    EXPECT_THAT(text, testing::HasSubstr(std::string(ToText(algorithm.collective)) + ":" +
                                         ToText(choice) + " "));
    EXPECT_EQ(ParseChoice(algorithm.collective, ToText(choice)), choice);
  }
}

}  // namespace
}  // namespace colltune::tune
