#include "tuner/intercept/plan.h"

#include <gtest/gtest.h>

namespace colltune {
namespace {

TEST(Plan, ArrivesAsItWasPacked) {
  for (const Log log : {Log::kSilent, Log::kRules, Log::kCalls}) {
    for (const char* force : {"", "bcast:chain"}) {
      for (const Rank log_rank : {kFirstOfEach, kEveryRank, 17}) {
        const Plan plan{log, log_rank, force, ""};
        EXPECT_EQ(Unpack(Pack(plan)), plan);
      }
    }
  }
}

TEST(Plan, WithoutAProfileOrAForcedAlgorithmThereIsNothingToDo) {
  EXPECT_FALSE((Plan{.log = Log::kRules, .log_rank = 0, .force = "", .table = ""}.active()));
  EXPECT_TRUE(
      (Plan{.log = Log::kSilent, .log_rank = 0, .force = "bcast:chain", .table = ""}.active()));
  EXPECT_TRUE((Plan{.log = Log::kSilent, .log_rank = 0, .force = "", .table = "bytes"}.active()));
}

}  // namespace
}  // namespace colltune
