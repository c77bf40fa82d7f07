#include "tuner/show/schedule_formats.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <random>
#include <sstream>
#include <tuple>

#include "algorithms/registry.h"
#include "tests/algorithms/testing_places.h"

namespace colltune::tune {
namespace {

using Write = void (*)(const ScheduleView&, const Sink&);

std::string Written(Write write, const ScheduleView& view) {
  std::string text;
  write(view, [&text](std::string_view piece) { text += piece; });
  return text;
}

std::string WithoutLastLine(std::string text) {
  text.pop_back();
  return text.substr(0, text.rfind('\n') + 1);
}

ScheduleView HandMade(Collective collective, const Shape& shape,
                      const std::vector<Schedule>& schedules) {
  return {"hand-made", collective, shape,
          [&schedules](Rank rank) { return schedules[static_cast<std::size_t>(rank)]; }};
}

const Choice kBinomial = ParseChoice(Collective::kBcast, "binomial");
const ScheduleView kBinomial4 = ViewOf(kBinomial, {.ranks = 4, .element = Bytes{6}});

// Rank 0 sends to 2. Then both send: 0 to 1 and 2 to 3.
TEST(ScheduleText, OfABinomialTree) {
  EXPECT_EQ(WithoutLastLine(Written(WriteText, kBinomial4)),
            "bcast:binomial, 4 ranks, root 0, a block is 6 B\n"
            "rank 0: to 2 | to 1\n"
            "rank 1: from 0\n"
            "rank 2: from 0 | to 3\n"
            "rank 3: from 2\n");
}

// A slot is a block of 6 bytes, and 4 bytes for the size of the block.
TEST(ScheduleText, OfSlotsNamesTheAgreementAndTheSizeOfSlots) {
  const Choice bruck = ParseChoice(Collective::kAlltoallv, "bruck:k=2:padded=6");
  const ScheduleView view = ViewOf(bruck, {.ranks = 2, .element = Bytes{6}});
  EXPECT_EQ(Title(view),
            "alltoallv:bruck:k=2:padded=6, 2 ranks, a block is 6 B, whose size ranks agree on by "
            "allreduce:recursive_doubling");
  EXPECT_EQ(BlockText(view, 0, Slots(2, 2)), "slot[2+2]");
  EXPECT_EQ(SizeOf(view, Slots(2, 2)), Bytes{20});
  EXPECT_EQ(SizeOf(ViewOf(bruck, {.ranks = 2, .element = Bytes{7}}), Input(0, 2)), Bytes{14});
}

TEST(ScheduleText, EndsWithTheMemoryOfTheSchedules) {
  const std::vector<Schedule> schedules(1000);
  const Bytes each = schedules.front().memory();
  ASSERT_LT(each.count, 1024);
  const auto tenths = (each.count * 10000 + 512) / 1024;  // of a KiB, rounded
  EXPECT_THAT(Written(WriteText, HandMade(Collective::kBcast, {.ranks = 1000}, schedules)),
              testing::EndsWith("schedule: at most " + std::to_string(each.count) +
                                " B per rank, " + std::to_string(tenths / 10) + "." +
                                std::to_string(tenths % 10) + "K in all\n"));
}

// Every element of a round, with blocks of 2 elements on 3 ranks: the whole input and output of an
// all-to-all are 6. The last send is beyond its buffer, and must not look like the whole buffer.
TEST(ScheduleText, NamesBlocksAndSteps) {
  std::vector<Schedule> schedules(3);
  schedules[0].Receive(1, Output(2, 2)).Receive(2, Scratch(0, 4096)).Send(1, Input(0, 6));
  schedules[0].Copy(Input(0, 2), Output(0, 2)).Reduce(Scratch(5, 1), Output(0, 1)).NextRound();
  schedules[0].Send(2, kNothing).Send(2, Input(1, 6));
  schedules[1].Copy(Scratch(2048, 6), Output(0, 6));
  EXPECT_EQ(WithoutLastLine(Written(
                WriteText, HandMade(Collective::kAlltoall,
                                    {.ranks = 3, .elements = 2, .in_place = true}, schedules))),
            "hand-made, 3 ranks, in place, a block is 2 B\n"
            "rank 0: from 1 out[2+2], from 2 tmp[0+4K], to 1 in, out[0+2] = in[0+2], "
            "out[0] = tmp[5] op out[0] | to 2 nothing, to 2 in[1+6]\n"
            "rank 1: out = tmp[2K+6]\n"
            "rank 2: nothing to do\n");
}

/// Rank 0 gets two blocks of 10 bytes in one message, in two places.
std::vector<Schedule> InParts() {
  const std::vector<Block> parts = {Output(2, 1), Output(0, 1)};
  std::vector<Schedule> schedules(3);
  schedules[0].Receive(1, parts);
  schedules[1].Send(0, Scratch(4, 2)).NextRound().Receive(2, parts);
  schedules[2].Send(1, parts);
  return schedules;
}

ScheduleView ViewOfAll(const std::vector<Schedule>& schedules) {
  return HandMade(Collective::kAllgather, {.ranks = 3, .element = Bytes{10}}, schedules);
}

TEST(ScheduleText, NamesThePartsOfAMessage) {
  const auto schedules = InParts();
  EXPECT_EQ(WithoutLastLine(Written(WriteText, ViewOfAll(schedules))),
            "hand-made, 3 ranks, a block is 10 B\n"
            "rank 0: from 1 out[2] and out[0]\n"
            "rank 1: to 0 tmp[4+2] | from 2 out[2] and out[0]\n"
            "rank 2: to 1 out[2] and out[0]\n");
}

TEST(ScheduleDot, LabelsAnEdgeWithItsParts) {
  const auto schedules = InParts();
  EXPECT_THAT(Written(WriteDot, ViewOfAll(schedules)),
              testing::HasSubstr("  1 -> 0 [label=\"0: tmp[4+2], 20 B\"];\n"
                                 "  2 -> 1 [label=\"0: out[2] and out[0], 20 B\"];\n}\n"));
}

TEST(ScheduleGoal, AMessageOfPartsIsOne) {
  const auto schedules = InParts();
  EXPECT_THAT(Written(WriteGoal, ViewOfAll(schedules)),
              testing::StartsWith("num_ranks 3\n"
                                  "\nrank 0 {\n"
                                  "l1: recv 20b from 1 tag 0\n"
                                  "l2: calc 0\n"
                                  "l2 requires l1\n"
                                  "}\n"));
}

TEST(ScheduleText, OfABarrierHasNoBlocks) {
  std::vector<Schedule> schedules(2);
  schedules[0].Receive(1, kNothing).Send(1, kNothing);
  schedules[1].Receive(0, kNothing).Send(0, kNothing);
  EXPECT_EQ(
      WithoutLastLine(Written(WriteText, HandMade(Collective::kBarrier,
                                                  {.ranks = 2, .commutative = false}, schedules))),
      "hand-made, 2 ranks, not commutative\n"
      "rank 0: from 1, to 1\n"
      "rank 1: from 0, to 0\n");
}

TEST(ScheduleView, KnowsWhichCollectivesHaveARoot) {
  std::string rooted;
  for (std::size_t i = 0; i < kCollectiveNames.size(); ++i) {
    if (HasRoot(static_cast<Collective>(i))) rooted += std::string(kCollectiveNames[i]) + " ";
  }
  EXPECT_EQ(rooted, "bcast scatter scatterv gather gatherv reduce ");
}

TEST(ScheduleDot, OfABinomialTree) {
  EXPECT_EQ(Written(WriteDot, kBinomial4),
            "digraph schedule {\n"
            "  label=\"bcast:binomial, 4 ranks, root 0, a block is 6 B\";\n"
            "  0;\n"
            "  1;\n"
            "  2;\n"
            "  3;\n"
            "  0 -> 2 [label=\"0: 6 B\"];\n"
            "  0 -> 1 [label=\"1: 6 B\"];\n"
            "  2 -> 3 [label=\"1: 6 B\"];\n"
            "}\n");
}

TEST(ScheduleDot, LabelsAnEdgeWithItsBlock) {
  std::vector<Schedule> schedules(2);
  schedules[0].Send(1, Input(0, 3)).Send(1, Scratch(7, 2));
  schedules[1].Receive(0, Output(0, 3)).Receive(0, Output(3, 2));
  EXPECT_THAT(
      Written(WriteDot, HandMade(Collective::kAllgather,
                                 {.ranks = 2, .elements = 3, .element = Bytes{100}}, schedules)),
      testing::HasSubstr("  0 -> 1 [label=\"0: in, 300 B\"];\n"
                         "  0 -> 1 [label=\"0: tmp[7+2], 200 B\"];\n}\n"));
}

TEST(ScheduleGoal, OfABinomialTree) {
  EXPECT_EQ(Written(WriteGoal, kBinomial4),
            "num_ranks 4\n"
            "\nrank 0 {\n"
            "l1: send 6b to 2 tag 0\n"
            "l2: calc 0\n"
            "l2 requires l1\n"
            "l3: send 6b to 1 tag 0\n"
            "l3 requires l2\n"
            "l4: calc 0\n"
            "l4 requires l3\n"
            "}\n"
            "\nrank 1 {\n"
            "l1: recv 6b from 0 tag 0\n"
            "l2: calc 0\n"
            "l2 requires l1\n"
            "}\n"
            "\nrank 2 {\n"
            "l1: recv 6b from 0 tag 0\n"
            "l2: calc 0\n"
            "l2 requires l1\n"
            "l3: send 6b to 3 tag 0\n"
            "l3 requires l2\n"
            "l4: calc 0\n"
            "l4 requires l3\n"
            "}\n"
            "\nrank 3 {\n"
            "l1: recv 6b from 2 tag 0\n"
            "l2: calc 0\n"
            "l2 requires l1\n"
            "}\n");
}

// Two messages of one pair, of which the second has its own tag; sends start in their order. Also a
// round of steps alone, and a rank that does nothing.
TEST(ScheduleGoal, OrdersWhatHasAnOrder) {
  std::vector<Schedule> schedules(2);
  schedules[0].Send(1, Output(0, 1)).Send(1, Output(1, 2)).NextRound();
  schedules[0].Copy(Output(0, 1), Scratch(0, 1));
  EXPECT_EQ(
      Written(WriteGoal, HandMade(Collective::kBcast, {.ranks = 2, .elements = 3}, schedules)),
      "num_ranks 2\n"
      "\nrank 0 {\n"
      "l1: send 1b to 1 tag 0\n"
      "l2: send 2b to 1 tag 1\n"
      "l2 irequires l1\n"
      "l3: calc 0\n"
      "l3 requires l1\n"
      "l3 requires l2\n"
      "l4: calc 0\n"
      "l4 requires l3\n"
      "}\n"
      "\nrank 1 {\n"
      "l1: calc 0\n"
      "}\n");
}

/// Rounds of messages between random ranks, any number of them for a pair, of random sizes.
std::vector<Schedule> RandomSchedules(std::mt19937& random, int ranks) {
  const auto below = [&random](int end) { return static_cast<int>(random() % unsigned(end)); };
  std::vector<Schedule> schedules(static_cast<std::size_t>(ranks));
  for (int round = 0; round < 5; ++round) {
    std::vector<std::tuple<Rank, Rank, Block>> messages;
    for (int i = 0; i < 3 * ranks; ++i) {
      const Rank from = below(ranks);
      messages.emplace_back(from, (from + 1 + below(ranks - 1)) % ranks, Output(0, below(1000)));
    }
    for (const auto& [from, to, block] : messages) {
      schedules[static_cast<std::size_t>(to)].Receive(from, block);
    }
    for (const auto& [from, to, block] : messages) {
      schedules[static_cast<std::size_t>(from)].Send(to, block);
    }
    for (Schedule& schedule : schedules) schedule.NextRound();
  }
  return schedules;
}

/// Bytes by sender, receiver and tag, of all operations of kind `what`: "send" or "recv".
std::map<std::tuple<int, int, int>, int> Operations(const std::string& goal, const char* what) {
  std::map<std::tuple<int, int, int>, int> operations;
  std::istringstream lines(goal);
  int rank = -1;
  for (std::string line; std::getline(lines, line);) {
    std::sscanf(line.c_str(), "rank %d {", &rank);
    char kind[5] = "";
    char direction[5] = "";
    int bytes = 0;
    int peer = 0;
    int tag = 0;
    if (std::sscanf(line.c_str(), "l%*d: %4s %db %4s %d tag %d", kind, &bytes, direction, &peer,
                    &tag) != 5 ||
        std::string(kind) != what) {
      continue;
    }
    const bool sends = std::string(direction) == "to";
    EXPECT_EQ(sends, std::string(kind) == "send") << line;
    const auto key = sends ? std::tuple(rank, peer, tag) : std::tuple(peer, rank, tag);
    EXPECT_TRUE(operations.emplace(key, bytes).second) << "twice: " << line;
  }
  return operations;
}

TEST(ScheduleGoal, EverySendHasOneReceive) {
  std::mt19937 random(1);
  for (int ranks = 2; ranks < 12; ++ranks) {
    const std::vector<Schedule> schedules = RandomSchedules(random, ranks);
    const std::string goal =
        Written(WriteGoal, HandMade(Collective::kAlltoall, {.ranks = ranks}, schedules));
    const auto sends = Operations(goal, "send");
    EXPECT_EQ(sends.size(), 5U * 3U * static_cast<unsigned>(ranks));
    EXPECT_EQ(sends, Operations(goal, "recv"));
  }
}

TEST(ScheduleFormats, ShowEveryAlgorithm) {
  const auto places = TestingPlacesForAll();
  for (const Algorithm& algorithm : Algorithms()) {
    const Choice choice = StandardChoice(algorithm);
    Shape shape{.ranks = 8, .places = places.get()};
    if (algorithm.divides) shape.elements = 64 << 10;
    ASSERT_EQ(Declines(choice, shape), "") << algorithm.name;
    const ScheduleView view = ViewOf(choice, shape);
    for (const ScheduleFormat& format : ScheduleFormats()) {
      const std::string text = Written(format.write, view);
      EXPECT_GT(text.size(), 50U) << view.name << " as " << format.name;
      EXPECT_EQ(text.find(Title(view)) == std::string::npos, format.name == "goal") << text;
    }
    const std::string goal = Written(WriteGoal, view);
    EXPECT_EQ(Operations(goal, "send"), Operations(goal, "recv")) << view.name;
  }
}

TEST(ScheduleFormats, AreFoundByName) {
  EXPECT_EQ(ParseFormat("goal").write, WriteGoal);
  EXPECT_THROW(ParseFormat("svg"), std::invalid_argument);
}

}  // namespace
}  // namespace colltune::tune
