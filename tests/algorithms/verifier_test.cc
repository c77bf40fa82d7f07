// The verifier must fail: each kind of fault is planted in a schedule that is right.
#include "algorithms/verify/verifier.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algorithms/registry.h"

namespace colltune {
namespace {

using testing::HasSubstr;

constexpr Block kWhole = Output(0, 3);
const Shape kShape{4, 0, 3};

std::string VerifyAll(const std::vector<Schedule>& all, const Shape& shape = kShape) {
  return Verify(Collective::kBcast, shape, all);
}

std::vector<Schedule> Binomial() {
  return BuildAll(ParseChoice(Collective::kBcast, "binomial"), kShape);
}

TEST(Verifier, AcceptsWhatIsRight) { EXPECT_EQ(VerifyAll(Binomial()), ""); }

TEST(Verifier, FindsADroppedMessage) {
  auto all = Binomial();
  all[0] = Schedule().Send(2, kWhole);  // nobody sends to rank 1
  EXPECT_THAT(VerifyAll(all), HasSubstr("deadlock: rank 1 waits for ever to receive from 0"));
}

TEST(Verifier, FindsASurplusMessage) {
  auto all = Binomial();
  all[3].NextRound().Send(1, kWhole);
  EXPECT_THAT(VerifyAll(all), HasSubstr("deadlock: rank 3 waits for ever to send to 1"));
}

TEST(Verifier, FindsARankThatGetsNothing) {
  auto all = Binomial();
  all[0] = Schedule().Send(2, kWhole);
  all[1] = Schedule();
  EXPECT_THAT(VerifyAll(all), HasSubstr("rank 1 ends with element 0 unset"));
}

TEST(Verifier, FindsAWrongBlock) {
  auto all = Binomial();
  all[2] = Schedule().Receive(0, kWhole).NextRound().Send(3, Output(0, 2));
  EXPECT_THAT(VerifyAll(all), HasSubstr("rank 2 sends 2 elements to rank 3, which expects 3"));
  all = Binomial();
  all[0] = Schedule().Send(2, Output(0, 4));
  EXPECT_THAT(VerifyAll(all), HasSubstr("outside the buffer"));
}

TEST(Verifier, FindsElementsInTheWrongPlace) {
  // The halves are sent in the other order than they are received.
  const Shape shape{2, 0, 2};
  std::vector<Schedule> all(2);
  all[0].Send(1, Output(1, 1)).NextRound().Send(1, Output(0, 1));
  all[1].Receive(0, Output(0, 1)).NextRound().Receive(0, Output(1, 1));
  EXPECT_THAT(VerifyAll(all, shape), HasSubstr("rank 1 ends with element 0 of rank 0's element 1"));
}

// The root has elements 1 .. 4 and 0 for a rank that takes them as 1 and 2, 3 and 4, and 0.
std::vector<Schedule> InParts(const std::vector<Block>& sent, const std::vector<Block>& into) {
  std::vector<Schedule> all(2);
  all[0].Send(1, sent);
  all[1].Receive(0, into);
  return all;
}

TEST(VerifierParts, FollowsElementsWhereverPartsEnd) {
  const Shape shape{2, 0, 5};
  const std::vector<Block> right = {Output(1, 4), Output(0, 1)};
  EXPECT_EQ(VerifyAll(InParts(right, right), shape), "");
  EXPECT_EQ(VerifyAll(InParts({Output(0, 5)}, {Output(0, 5)}), shape), "");
  const std::vector<Block> three = {Output(3, 2), Output(1, 2), Output(0, 1)};
  EXPECT_EQ(VerifyAll(InParts(three, three), shape), "");
  EXPECT_THAT(VerifyAll(InParts(right, three), shape),
              HasSubstr("rank 1 ends with element 1 of rank 0's element 3"));
  EXPECT_THAT(VerifyAll(InParts({Output(0, 5)}, right), shape),
              HasSubstr("rank 1 ends with element 0 of rank 0's element 4"));
}

TEST(VerifierParts, FindsAFaultInAnyPart) {
  const Shape shape{2, 0, 5};
  const std::vector<Block> right = {Output(1, 4), Output(0, 1)};
  EXPECT_THAT(VerifyAll(InParts({Output(1, 3), Output(0, 1)}, right), shape),
              HasSubstr("rank 0 sends 4 elements to rank 1, which expects 5"));
  EXPECT_THAT(VerifyAll(InParts({Output(1, 4), Output(5, 1)}, right), shape),
              HasSubstr("rank 0, round 0, send to 1: the block lies outside the buffer"));
  EXPECT_THAT(VerifyAll(InParts({Output(1, 4), Scratch(0, 1)}, right), shape),
              HasSubstr("rank 0, round 0, send to 1: the block holds nothing yet"));
  EXPECT_THAT(VerifyAll(InParts(right, {Output(1, 4), Output(4, 1)}), shape),
              HasSubstr("rank 1, round 0, receive from 0: the block overlaps"));
  // Another message of the round.
  std::vector<Schedule> all(3);
  all[0].Send(1, right).Send(2, right).NextRound().Receive(2, kNothing);
  all[1].Receive(0, right).Receive(2, Output(0, 1));
  all[2].Receive(0, right).NextRound().Send(1, Output(0, 1));
  EXPECT_THAT(VerifyAll(all, {3, 0, 5}), HasSubstr("rank 1, round 0, receive from 0: the block o"));
}

// In the vector collectives, a part fits only in the place of its own block.
TEST(VerifierParts, FindsElementsOfDifferentSize) {
  const Shape shape{3, 0, 1};
  const auto through = [&](const std::vector<Block>& into) {
    std::vector<Schedule> all(3);
    const std::vector<Block> sent = {Output(2, 1), Output(0, 1)};
    all[0].Copy(Input(0, 1), Output(0, 1)).NextRound().Receive(2, Output(2, 1)).NextRound();
    all[0].Receive(1, Output(1, 1)).NextRound().Send(1, sent).NextRound().Send(2, Output(0, 2));
    all[1].Copy(Input(0, 1), Output(1, 1)).NextRound().Send(0, Output(1, 1)).NextRound();
    all[1].Receive(0, into);
    all[2].Copy(Input(0, 1), Output(2, 1)).NextRound().Send(0, Output(2, 1)).NextRound();
    all[2].Receive(0, Output(0, 2));
    return Verify(Collective::kAllgatherv, shape, all);
  };
  EXPECT_EQ(through({Output(2, 1), Output(0, 1)}), "");
  EXPECT_EQ(through({Output(0, 1), Output(2, 1)}),
            "rank 0 sends elements of another size than rank 1 expects");
}

TEST(Verifier, FindsTwoMessagesFromOneRankToAnotherInARound) {
  const Shape shape{2, 0, 2};
  const auto verify = [&](bool sends_together, bool receives_together) {
    std::vector<Schedule> all(2);
    all[0].Send(1, Output(0, 1));
    if (!sends_together) all[0].NextRound();
    all[0].Send(1, Output(1, 1));
    all[1].Receive(0, Output(0, 1));
    if (!receives_together) all[1].NextRound();
    all[1].Receive(0, Output(1, 1));
    return VerifyAll(all, shape);
  };
  EXPECT_EQ(verify(false, false), "");
  EXPECT_EQ(verify(true, false), "rank 0, round 0, send to 1: a second message in the same round");
  EXPECT_EQ(verify(false, true),
            "rank 1, round 0, receive from 0: a second message in the same round");
}

TEST(Verifier, FindsAMessageSentBeforeItIsThere) {
  auto all = Binomial();
  all[2] = Schedule().Send(3, kWhole).NextRound().Receive(0, kWhole);
  EXPECT_THAT(VerifyAll(all), HasSubstr("rank 2, round 0, send to 3: the block holds nothing yet"));
}

TEST(Verifier, FindsADeadlockThatOnlyRendezvousHas) {
  // Head to head: both send before they receive. Buffered sends would let this pass.
  const Shape shape{3, 0, 1};
  std::vector<Schedule> all(3);
  all[0].Send(1, Output(0, 1)).NextRound().Send(2, Output(0, 1));
  all[1]
      .Receive(0, Output(0, 1))
      .NextRound()
      .Send(2, Output(0, 0))
      .NextRound()
      .Receive(2, Output(0, 0));
  all[2]
      .Receive(0, Output(0, 1))
      .NextRound()
      .Send(1, Output(0, 0))
      .NextRound()
      .Receive(1, Output(0, 0));
  EXPECT_THAT(VerifyAll(all, shape), HasSubstr("deadlock"));
}

TEST(Verifier, FindsBlocksThatOverlapInARound) {
  const Shape shape{2, 0, 2};
  std::vector<Schedule> all(3);
  all[0].Send(1, Output(0, 2)).Send(2, Output(0, 2));
  all[1].Receive(0, Output(0, 2)).NextRound().Send(2, Output(0, 2));
  all[2].Receive(0, Output(0, 2)).Receive(1, Output(0, 2));
  EXPECT_THAT(VerifyAll(all, {3, 0, 2}), HasSubstr("overlaps"));
  std::vector<Schedule> forward(2);
  forward[0].Send(1, Output(0, 2)).NextRound().Receive(1, Output(0, 0));
  forward[1].Receive(0, Output(0, 2)).Send(0, Output(1, 1));
  EXPECT_THAT(VerifyAll(forward, shape), HasSubstr("overlaps"));
}

TEST(Verifier, FindsAPartnerThatDoesNotExist) {
  auto all = Binomial();
  all[3] = Schedule().Receive(4, kWhole);
  EXPECT_THAT(VerifyAll(all), HasSubstr("no such partner"));
  all[3] = Schedule().Receive(3, kWhole);
  EXPECT_THAT(VerifyAll(all), HasSubstr("no such partner"));
  all[3] = Schedule().Receive(-1, kWhole);
  EXPECT_THAT(VerifyAll(all), HasSubstr("no such partner"));
}

// The schedules of two ranks that exchange their inputs and then combine them by combine(schedule,
// r).
std::vector<Schedule> Allreduce(void (*combine)(Schedule&, Rank)) {
  std::vector<Schedule> all(2);
  for (Rank rank = 0; rank < 2; ++rank) {
    Schedule& schedule = all[static_cast<std::size_t>(rank)];
    schedule.Copy(Input(0, 1), Output(0, 1)).NextRound();
    schedule.Receive(1 - rank, Scratch(0, 1)).Send(1 - rank, Input(0, 1));
    combine(schedule, rank);
  }
  return all;
}

const Shape kPair{2, 0, 1};
const Shape kOrderedPair{.ranks = 2, .commutative = false};

TEST(VerifierReductions, AcceptsEachOperandOnceAndInOrder) {
  const auto all = Allreduce([](Schedule& schedule, Rank rank) {
    if (rank == 1) {
      schedule.Reduce(Scratch(0, 1), Output(0, 1));  // 0 (op) 1
    } else {
      schedule.Reduce(Output(0, 1), Scratch(0, 1)).Copy(Scratch(0, 1), Output(0, 1));
    }
  });
  EXPECT_EQ(Verify(Collective::kAllreduce, kPair, all), "");
  EXPECT_EQ(Verify(Collective::kAllreduce, kOrderedPair, all), "");
}

TEST(VerifierReductions, FindsOperandsOutOfOrderUnlessTheyCommute) {
  const auto all =
      Allreduce([](Schedule& schedule, Rank) { schedule.Reduce(Scratch(0, 1), Output(0, 1)); });
  EXPECT_EQ(Verify(Collective::kAllreduce, kPair, all), "");
  EXPECT_THAT(Verify(Collective::kAllreduce, kOrderedPair, all),
              HasSubstr("rank 0, round 1, reduce: element of rank 1's element 0 cannot be combined "
                        "with element of rank 0's element 0"));
}

TEST(VerifierReductions, FindsADoubledOperand) {
  const auto all = Allreduce([](Schedule& schedule, Rank) {
    schedule.Reduce(Scratch(0, 1), Output(0, 1)).Reduce(Scratch(0, 1), Output(0, 1));
  });
  EXPECT_THAT(Verify(Collective::kAllreduce, kPair, all),
              HasSubstr("of rank 0's element 0 cannot be combined with element of rank 0..1's"));
}

TEST(VerifierReductions, FindsAMissingOperand) {
  const auto all = Allreduce([](Schedule& schedule, Rank rank) {
    if (rank == 0) schedule.Reduce(Scratch(0, 1), Output(0, 1));
  });
  EXPECT_EQ(Verify(Collective::kAllreduce, kPair, all),
            "rank 1 ends with element 0 of rank 1's element 0, not of rank 0..1's element 0");
}

// Operands 0 and 2 may be combined before 1 comes between only if they commute.
TEST(VerifierReductions, FindsAGapInTheOrder) {
  std::vector<Schedule> all(3);
  all[0]
      .Receive(2, Scratch(0, 1))
      .Receive(1, Scratch(1, 1))
      .Copy(Input(0, 1), Output(0, 1))
      .Reduce(Output(0, 1), Scratch(0, 1))
      .Copy(Scratch(0, 1), Output(0, 1))
      .Reduce(Scratch(1, 1), Output(0, 1));
  all[1].Send(0, Input(0, 1));
  all[2].Send(0, Input(0, 1));
  EXPECT_EQ(Verify(Collective::kReduce, {.ranks = 3}, all), "");
  EXPECT_THAT(Verify(Collective::kReduce, {.ranks = 3, .commutative = false}, all),
              HasSubstr("element of rank 0's element 0 cannot be combined with element of rank 2"));
}

TEST(VerifierReductions, FindsElementsThatDoNotBelongTogether) {
  std::vector<Schedule> all(2);
  all[0].Receive(1, Scratch(0, 2)).Copy(Input(0, 2), Output(0, 2));
  all[0].Reduce(Scratch(1, 1), Output(0, 1));
  all[1].Send(0, Input(0, 2));
  EXPECT_THAT(Verify(Collective::kReduce, {2, 0, 2}, all),
              HasSubstr("of rank 1's element 1 cannot be combined with element of rank 0's "
                        "element 0"));
}

// Verifies a schedule of one rank, which only has steps.
std::string VerifySteps(const Schedule& schedule, std::int64_t elements = 3) {
  return Verify(Collective::kAllreduce, {1, 0, elements}, {{schedule}});
}

TEST(VerifierSteps, FindsWhatWasNeverWritten) {
  EXPECT_EQ(VerifySteps(Schedule().Copy(Input(0, 3), Output(0, 3))), "");
  EXPECT_THAT(VerifySteps(Schedule().Copy(Scratch(0, 3), Output(0, 3))),
              HasSubstr("rank 0, round 0, copy: the block holds nothing yet"));
  EXPECT_THAT(VerifySteps(Schedule().Reduce(Input(0, 3), Output(0, 3))),
              HasSubstr("rank 0, round 0, reduce: the block holds nothing yet"));
  // A block of which only some elements were written.
  EXPECT_THAT(
      VerifySteps(Schedule().Copy(Input(0, 2), Scratch(0, 2)).Copy(Scratch(0, 3), Output(0, 3))),
      HasSubstr("the block holds nothing yet"));
}

TEST(VerifierSteps, FindsABlockOutsideItsBuffer) {
  EXPECT_THAT(VerifySteps(Schedule().Copy(Input(1, 3), Output(0, 3))),
              HasSubstr("copy: the block lies outside the buffer"));
  EXPECT_THAT(VerifySteps(Schedule().Copy(Input(0, 3), Output(-1, 3))),
              HasSubstr("copy: the block lies outside the buffer"));
  EXPECT_THAT(VerifySteps(Schedule().Copy(Input(0, 3), Output(1, 3))),
              HasSubstr("copy: the block lies outside the buffer"));
}

TEST(VerifierSteps, FindsBlocksThatOverlap) {
  const auto filled = Schedule().Copy(Input(0, 3), Output(0, 3));
  EXPECT_THAT(VerifySteps(Schedule(filled).Copy(Output(0, 2), Output(1, 2))),
              HasSubstr("copy: the two blocks overlap"));
  EXPECT_THAT(VerifySteps(Schedule(filled).Reduce(Output(0, 3), Output(0, 3))),
              HasSubstr("reduce: the two blocks overlap"));
  EXPECT_EQ(VerifySteps(Schedule(filled).Copy(Output(0, 3), Output(0, 3))), "");
  EXPECT_EQ(VerifySteps(Schedule(filled).Copy(Output(0, 1), Scratch(0, 1))), "");
}

TEST(VerifierSteps, FindsAWriteToTheInput) {
  const auto filled = Schedule().Copy(Input(0, 3), Output(0, 3));
  EXPECT_THAT(VerifySteps(Schedule(filled).Copy(Output(0, 3), Input(0, 3))),
              HasSubstr("copy: the input is written"));
  EXPECT_THAT(VerifySteps(Schedule(filled).Reduce(Output(0, 3), Input(0, 3))),
              HasSubstr("reduce: the input is written"));
  auto all = Allreduce([](Schedule&, Rank) {});
  all[1] = Schedule().Receive(0, Input(0, 1)).Send(0, Output(0, 1));
  EXPECT_THAT(Verify(Collective::kAllreduce, kPair, all),
              HasSubstr("rank 1, round 0, receive from 0: the input is written"));
}

// In the vector collectives block 0 of 3 fits in the place of no other block.
TEST(VerifierSizes, FindsAMessageBetweenElementsOfDifferentSize) {
  const Shape shape{3, 0, 1};
  auto all = BuildAll(ParseChoice(Collective::kAllgatherv, "flat"), shape);
  EXPECT_EQ(Verify(Collective::kAllgatherv, shape, all), "");
  all[2] = Schedule()
               .Receive(0, Output(1, 1))
               .Receive(1, Output(0, 1))
               .Send(0, Input(0, 1))
               .Send(1, Input(0, 1));
  const std::string fault = "rank 0 sends elements of another size than rank 2 expects";
  EXPECT_EQ(Verify(Collective::kAllgatherv, shape, all), fault);
  // With blocks of one size, the same schedule is only a wrong result.
  EXPECT_THAT(Verify(Collective::kAllgather, shape, all), HasSubstr("rank 2 ends with element 0"));
  // Through scratch: element e is as large as block e modulo the ranks.
  const auto through = [&](std::int64_t e) {
    auto changed = BuildAll(ParseChoice(Collective::kAllgatherv, "flat"), shape);
    changed[2] = Schedule()
                     .Receive(0, Scratch(e, 1))
                     .Receive(1, Output(1, 1))
                     .Send(0, Input(0, 1))
                     .Send(1, Input(0, 1))
                     .Copy(Scratch(e, 1), Output(0, 1))
                     .Copy(Input(0, 1), Output(2, 1));
    return Verify(Collective::kAllgatherv, shape, changed);
  };
  EXPECT_EQ(through(0), "");
  EXPECT_EQ(through(3), "");
  EXPECT_EQ(through(4), fault);
}

TEST(VerifierSizes, FindsAStepBetweenElementsOfDifferentSize) {
  const Shape shape{2, 0, 1};
  auto all = BuildAll(ParseChoice(Collective::kAllgatherv, "flat"), shape);
  all[1].NextRound().Copy(Output(0, 1), Scratch(1, 1));
  EXPECT_EQ(Verify(Collective::kAllgatherv, shape, all),
            "rank 1, round 1, copy: elements of another size");
  EXPECT_EQ(Verify(Collective::kAllgather, shape, all), "");
}

TEST(VerifierSizes, FindsScratchWhereSizesAreUnknown) {
  // In gatherv only the root knows how large blocks are.
  std::vector<Schedule> all(2);
  all[0]
      .Receive(1, Scratch(1, 1))
      .Copy(Scratch(1, 1), Output(1, 1))
      .Copy(Input(0, 1), Output(0, 1));
  all[1].Send(0, Input(0, 1));
  EXPECT_EQ(Verify(Collective::kGather, kPair, all), "");
  EXPECT_EQ(Verify(Collective::kGatherv, kPair, all),
            "rank 0, round 0, receive from 1: the block lies outside the buffer");
}

TEST(VerifierSizes, InPlaceAsMuchIsSentAsReceived) {
  // The block that rank 0 sends to 1 may differ in size from the block received from 1, but not in
  // place.
  std::vector<Schedule> all(2);
  for (Rank rank = 0; rank < 2; ++rank) {
    const Rank other = 1 - rank;
    all[static_cast<std::size_t>(rank)]
        .Copy(Input(rank, 1), Output(rank, 1))
        .Copy(Input(other, 1), Scratch(other, 1))
        .NextRound()
        .Receive(other, Output(other, 1))
        .Send(other, Scratch(other, 1));
  }
  EXPECT_EQ(Verify(Collective::kAlltoallv, {.ranks = 2, .in_place = true}, all), "");
  EXPECT_EQ(Verify(Collective::kAlltoallv, {.ranks = 2}, all),
            "rank 0, round 0, copy: elements of another size");
  EXPECT_EQ(Verify(Collective::kAlltoall, {.ranks = 2}, all), "");
}

/// Two ranks that give each other a block by way of slots.
std::vector<Schedule> ExchangeInSlots() {
  std::vector<Schedule> all(2);
  for (Rank rank = 0; rank < 2; ++rank) {
    const Rank other = 1 - rank;
    all[static_cast<std::size_t>(rank)]
        .Copy(Input(rank, 1), Output(rank, 1))
        .Copy(Input(other, 1), Slots(0, 1))
        .NextRound()
        .Receive(other, Slots(1, 1))
        .Send(other, Slots(0, 1))
        .Copy(Slots(1, 1), Output(other, 1));
  }
  return all;
}

TEST(VerifierSlots, TakeBlocksOfAnySize) {
  const auto all = ExchangeInSlots();
  EXPECT_EQ(Verify(Collective::kAlltoallv, {.ranks = 2}, all), "");
  EXPECT_EQ(Verify(Collective::kAlltoallw, {.ranks = 2, .in_place = true}, all), "");
}

TEST(VerifierSlots, AreNotThereWhereBlocksAreEqual) {
  EXPECT_EQ(Verify(Collective::kAlltoall, {.ranks = 2}, ExchangeInSlots()),
            "rank 0, round 0, copy: the block lies outside the buffer");
}

TEST(VerifierSlots, AreFilledAndReadByStepsAlone) {
  auto filled = ExchangeInSlots();
  filled[0] = Schedule();
  filled[0].Copy(Input(0, 1), Output(0, 1)).NextRound();
  filled[0].Receive(1, Slots(1, 1)).Send(1, Input(1, 1)).Copy(Slots(1, 1), Output(1, 1));
  EXPECT_EQ(Verify(Collective::kAlltoallv, {.ranks = 2}, filled),
            "rank 0 sends elements of another size than rank 1 expects");
  auto read = ExchangeInSlots();
  read[0] = Schedule();
  read[0].Copy(Input(0, 1), Output(0, 1)).Copy(Input(1, 1), Slots(0, 1)).NextRound();
  read[0].Receive(1, Output(1, 1)).Send(1, Slots(0, 1));
  EXPECT_EQ(Verify(Collective::kAlltoallv, {.ranks = 2}, read),
            "rank 1 sends elements of another size than rank 0 expects");
}

TEST(VerifierInPlace, FindsAMessageThatArrivesWhereOneIsToBeSent) {
  const Shape shape{.ranks = 3};
  const Shape in_place{.ranks = 3, .in_place = true};
  const auto all = BuildAll(ParseChoice(Collective::kAlltoall, "flat"), shape);
  EXPECT_EQ(Verify(Collective::kAlltoall, shape, all), "");
  EXPECT_THAT(Verify(Collective::kAlltoall, in_place, all), HasSubstr("overlaps"));
  // Messages in rounds of their own overwrite blocks that are still to be sent.
  const auto in_turn =
      BuildAll(ParseChoice(Collective::kAlltoall, "flat_bounded:outstanding=1"), shape);
  EXPECT_EQ(Verify(Collective::kAlltoall, shape, in_turn), "");
  EXPECT_THAT(Verify(Collective::kAlltoall, in_place, in_turn), HasSubstr("ends with element"));
}

TEST(VerifierInPlace, FindsAnInputThatIsReadAfterItWasOverwritten) {
  const auto all = Allreduce([](Schedule& schedule, Rank) {
    schedule.Copy(Scratch(0, 1), Output(0, 1)).Reduce(Input(0, 1), Output(0, 1));
  });
  EXPECT_EQ(Verify(Collective::kAllreduce, kPair, all), "");
  EXPECT_THAT(Verify(Collective::kAllreduce, {.ranks = 2, .in_place = true}, all),
              HasSubstr("the two blocks overlap"));
  // The input is saved too late: by then it holds the other rank's element.
  const auto moved = Allreduce([](Schedule& schedule, Rank) {
    schedule.Copy(Scratch(0, 1), Output(0, 1))
        .Copy(Input(0, 1), Scratch(1, 1))
        .Reduce(Scratch(1, 1), Output(0, 1));
  });
  EXPECT_EQ(Verify(Collective::kAllreduce, kPair, moved), "");
  EXPECT_THAT(Verify(Collective::kAllreduce, {.ranks = 2, .in_place = true}, moved),
              HasSubstr("of rank 0's element 0 cannot be combined with element of rank 0's"));
}

TEST(VerifierInPlace, AShortBufferIsThisRanksBlockOfTheLongOne) {
  // The root's block is where it belongs: nothing to do for it, in place.
  std::vector<Schedule> all(2);
  all[0].Send(1, Input(0, 1));
  all[1].Receive(0, Output(0, 1));
  EXPECT_EQ(Verify(Collective::kGather, {.ranks = 2, .root = 1, .in_place = true}, all), "");
  EXPECT_EQ(Verify(Collective::kGather, {.ranks = 2, .root = 1}, all),
            "rank 1 ends with element 1 unset, not of rank 1's element 0");
}

TEST(VerifierInPlace, TheFirstWriteToTheOutputOfReduceScatterSpoilsItsInput) {
  std::vector<Schedule> all(2);
  for (Rank rank = 0; rank < 2; ++rank) {
    const Rank other = 1 - rank;
    all[static_cast<std::size_t>(rank)]
        .Receive(other, Scratch(rank, 1))
        .Send(other, Input(other, 1))
        .Copy(Scratch(rank, 1), Output(0, 1))
        .Reduce(Input(rank, 1), Output(0, 1));
  }
  EXPECT_EQ(Verify(Collective::kReduceScatter, {.ranks = 2}, all), "");
  EXPECT_EQ(Verify(Collective::kReduceScatter, {.ranks = 2, .in_place = true}, all),
            "rank 1, round 0, reduce: the block holds nothing yet");
}

TEST(VerifierBarrier, FindsARankThatDoesNotHearOfAnother) {
  const Shape shape{3, 0, 1};
  std::vector<Schedule> all(3);
  all[0].Receive(1, kNothing).Receive(2, kNothing).NextRound().Send(1, kNothing).Send(2, kNothing);
  all[1].Send(0, kNothing).NextRound().Receive(0, kNothing);
  all[2].Send(0, kNothing).NextRound().Receive(0, kNothing);
  EXPECT_EQ(Verify(Collective::kBarrier, shape, all), "");
  // Rank 0 answers before it has heard of rank 2.
  auto early = all;
  early[0] = Schedule()
                 .Receive(1, kNothing)
                 .NextRound()
                 .Send(1, kNothing)
                 .NextRound()
                 .Receive(2, kNothing)
                 .NextRound()
                 .Send(2, kNothing);
  EXPECT_EQ(Verify(Collective::kBarrier, shape, early),
            "rank 1 leaves before it has heard of rank 2");
  EXPECT_EQ(Verify(Collective::kBarrier, shape, std::vector<Schedule>(3)),
            "rank 0 leaves before it has heard of rank 1");
}

TEST(VerifierBarrier, WhatArrivesInARoundIsNotPassedOnInIt) {
  // Rank 2 answers in the round in which it hears of the others, whose messages are there first.
  const Shape shape{3, 0, 1};
  std::vector<Schedule> all(3);
  all[0].Send(2, kNothing).NextRound().Receive(2, kNothing);
  all[1].Send(2, kNothing).NextRound().Receive(2, kNothing);
  all[2].Receive(0, kNothing).Receive(1, kNothing).NextRound().Send(0, kNothing).Send(1, kNothing);
  EXPECT_EQ(Verify(Collective::kBarrier, shape, all), "");
  all[2] = Schedule().Receive(0, kNothing).Receive(1, kNothing).Send(0, kNothing).Send(1, kNothing);
  EXPECT_EQ(Verify(Collective::kBarrier, shape, all),
            "rank 0 leaves before it has heard of rank 1");
}

}  // namespace
}  // namespace colltune
