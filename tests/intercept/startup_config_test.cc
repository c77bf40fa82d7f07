#include "tuner/intercept/startup_config.h"

#include <gtest/gtest.h>

namespace colltune::intercept {
namespace {

TEST(StartupConfig, ArrivesAsItWasPacked) {
  for (const Log log : {Log::kSilent, Log::kRules, Log::kCalls}) {
    for (const char* force : {"", "bcast:chain"}) {
      for (const Rank log_rank : {kFirstOfEach, kEveryRank, 17}) {
        for (const char* stats : {"", "/a file"}) {
          StartupConfig plan{log, log_rank, force, ""};
          plan.stats = stats;
          plan.profile = stats;
          plan.job = "n1 2 3";
          plan.beside_accelerators = log_rank == 17;
          EXPECT_EQ(Unpack(Pack(plan)), plan);
        }
      }
    }
  }
}

TEST(StartupConfig, WithoutAProfileAForcedAlgorithmOrStatisticsThereIsNothingToDo) {
  EXPECT_FALSE(
      (StartupConfig{.log = Log::kRules, .log_rank = 0, .force = "", .table = ""}.active()));
  EXPECT_TRUE(
      (StartupConfig{.log = Log::kSilent, .log_rank = 0, .force = "bcast:chain", .table = ""}
           .active()));
  EXPECT_TRUE(
      (StartupConfig{.log = Log::kSilent, .log_rank = 0, .force = "", .table = "bytes"}.active()));
  EXPECT_TRUE((StartupConfig{.force = "", .table = "", .stats = "/a"}.active()));
}

}  // namespace
}  // namespace colltune::intercept
