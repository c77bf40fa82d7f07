#include "tuner/intercept/call_cache.h"

#include <gtest/gtest.h>

#include "tuner/intercept/call_counters.h"

namespace colltune::intercept {
namespace {

TEST(KnownCalls, AreFoundByAllTheirArguments) {
  CallCount count;
  KnownCalls calls;
  EXPECT_EQ(calls.Find({}), nullptr);
  calls.Keep({{8, MPI_INT, 1}, 32, &count});
  ASSERT_NE(calls.Find({8, MPI_INT, 1}), nullptr);
  EXPECT_EQ(calls.Find({8, MPI_INT, 1})->count, &count);
  EXPECT_EQ(calls.Find({9, MPI_INT, 1}), nullptr);
  EXPECT_EQ(calls.Find({8, MPI_FLOAT, 1}), nullptr);
  EXPECT_EQ(calls.Find({8, MPI_INT, 0}), nullptr);
  EXPECT_EQ(calls.Find({}), nullptr);
}

TEST(KnownCalls, AreTheLastFour) {
  CallCount count;
  KnownCalls calls;
  for (int i = 0; i < 6; ++i) calls.Keep({{i, MPI_INT, 0}, 4.0 * i, &count});
  EXPECT_EQ(calls.Find({1, MPI_INT, 0}), nullptr);
  for (int i = 2; i < 6; ++i) {
    ASSERT_NE(calls.Find({i, MPI_INT, 0}), nullptr) << i;
    EXPECT_EQ(calls.Find({i, MPI_INT, 0})->bytes, 4.0 * i);
  }
}

}  // namespace
}  // namespace colltune::intercept
