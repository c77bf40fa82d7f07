// The verifier must fail: each kind of fault is planted in a schedule that is right.
#include "algorithms/verifier.h"

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
  all[0].Send(1, Output(1, 1)).Send(1, Output(0, 1));
  all[1].Receive(0, Output(0, 1)).Receive(0, Output(1, 1));
  EXPECT_THAT(VerifyAll(all, shape), HasSubstr("rank 1 ends with element 0 of rank 0's element 1"));
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
  std::vector<Schedule> all(2);
  all[0].Send(1, Output(0, 2)).Send(1, Output(0, 2));
  all[1].Receive(0, Output(0, 2)).Receive(0, Output(0, 2));
  EXPECT_THAT(VerifyAll(all, shape), HasSubstr("overlaps"));
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
}

}  // namespace
}  // namespace colltune
