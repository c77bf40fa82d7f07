#include "tuner/intercept/settings.h"

#include <gtest/gtest.h>

#include <map>
#include <stdexcept>

#include "algorithms/registry.h"

namespace colltune::intercept {
namespace {

Settings Read(const std::map<std::string, std::string>& variables) {
  return ReadSettings([&variables](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

std::string FaultOf(const std::map<std::string, std::string>& variables) {
  try {
    Read(variables);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "none";
}

TEST(Settings, NothingSetIsNothingWanted) {
  const Settings settings = Read({});
  EXPECT_FALSE(settings.disabled);
  EXPECT_EQ(settings.log, Log::kSilent);
  EXPECT_EQ(settings.force, "");
  EXPECT_EQ(settings.profile, "");
}

TEST(Settings, AreReadFromTheirVariables) {
  const Settings settings = Read(
      {{"COLLTUNE_LOG", "1"}, {"COLLTUNE_FORCE", "bcast:chain"}, {"COLLTUNE_PROFILE", "p.yaml"}});
  EXPECT_FALSE(settings.disabled);
  EXPECT_EQ(settings.log, Log::kRules);
  EXPECT_EQ(settings.force, "bcast:chain");
  EXPECT_EQ(settings.profile, "p.yaml");
}

TEST(Settings, BesideAcceleratorsOnlyWhatIsAskedForIsFollowed) {
  EXPECT_FALSE(Read({}).beside_accelerators);
  EXPECT_FALSE(Read({{"COLLTUNE_ACCELERATOR", "library"}}).beside_accelerators);
  EXPECT_TRUE(Read({{"COLLTUNE_ACCELERATOR", "follow"}}).beside_accelerators);
  EXPECT_EQ(FaultOf({{"COLLTUNE_ACCELERATOR", "1"}}),
            "COLLTUNE_ACCELERATOR: '1' is neither library nor follow");
}

TEST(Settings, AnEmptyVariableIsNotSet) {
  const Settings settings = Read({{"COLLTUNE_DISABLE", ""}, {"COLLTUNE_LOG", ""}});
  EXPECT_FALSE(settings.disabled);
  EXPECT_EQ(settings.log, Log::kSilent);
}

TEST(Settings, DisabledReadsNothingElse) {
  EXPECT_TRUE(Read({{"COLLTUNE_DISABLE", "1"}, {"COLLTUNE_LOG", "?"}}).disabled);
  EXPECT_FALSE(Read({{"COLLTUNE_DISABLE", "0"}}).disabled);
}

TEST(Settings, AFaultNamesTheVariableAndTheValue) {
  EXPECT_EQ(Read({{"COLLTUNE_LOG", "2"}}).log, Log::kCalls);
  EXPECT_EQ(FaultOf({{"COLLTUNE_LOG", "3"}}), "COLLTUNE_LOG: '3' is not 0, 1 or 2");
  EXPECT_EQ(FaultOf({{"COLLTUNE_LOG", "11"}}), "COLLTUNE_LOG: '11' is not 0, 1 or 2");
  EXPECT_EQ(FaultOf({{"COLLTUNE_DISABLE", "2"}}), "COLLTUNE_DISABLE: '2' is neither 0 nor 1");
  EXPECT_EQ(FaultOf({{"COLLTUNE_DISABLE", "on"}}), "COLLTUNE_DISABLE: 'on' is neither 0 nor 1");
  EXPECT_EQ(FaultOf({{"COLLTUNE_FORCE", "chain"}}),
            "COLLTUNE_FORCE: 'chain' is not COLLECTIVE:ALGORITHM");
}

TEST(Settings, WhoPrintsIsTheFirstOfEachCommunicatorUnlessAsked) {
  EXPECT_EQ(Read({}).log_rank, kFirstOfEach);
  EXPECT_EQ(Read({{"COLLTUNE_LOG_RANK", "first"}}).log_rank, kFirstOfEach);
  EXPECT_EQ(Read({{"COLLTUNE_LOG_RANK", "all"}}).log_rank, kEveryRank);
  EXPECT_EQ(Read({{"COLLTUNE_LOG_RANK", "12"}}).log_rank, 12);
  for (const std::string value : {"-1", "1x", "any", "99999999999"}) {
    EXPECT_EQ(FaultOf({{"COLLTUNE_LOG_RANK", value}}),
              "COLLTUNE_LOG_RANK: '" + value + "' is not first, all or a rank");
  }
}

TEST(ForcedText, NamesAnAlgorithmOrTheLibrary) {
  EXPECT_EQ(ParseForced("")[0], std::nullopt);
  for (const Choice& choice : StandardChoices(Collective::kBcast)) {
    EXPECT_EQ(ParseForced("bcast:" + ToText(choice))[0], choice);
  }
  EXPECT_EQ(ParseForced("bcast:library")[0], Choice());
}

TEST(ForcedText, AFaultNamesWhatIsKnown) {
  EXPECT_EQ(
      FaultOf({{"COLLTUNE_FORCE", "bcats:chain"}}),
      "COLLTUNE_FORCE: no collective 'bcats'; known: bcast, scatter, scatterv, gather, gatherv, "
      "reduce, allreduce, allgather, allgatherv, alltoall, alltoallv, alltoallw, barrier, "
      "reduce_scatter_block, reduce_scatter, scan, exscan");
  const std::string fault = FaultOf({{"COLLTUNE_FORCE", "bcast:nope"}});
  EXPECT_TRUE(
      fault.starts_with("COLLTUNE_FORCE: unknown algorithm 'nope' for bcast; known are library"));
  for (const Algorithm& algorithm : Algorithms(Collective::kBcast)) {
    EXPECT_NE(fault.find(algorithm.name), std::string::npos) << algorithm.name;
  }
}

TEST(ForcedText, EveryPartMustBeWhole) {
  for (const char* text : {",", "bcast:chain,", ",bcast:chain", "bcast:", ":chain", "bcast:chain,x",
                           "bcast:chain,bcast:flat", "bcast:chain:8", " bcast:chain"}) {
    EXPECT_THROW(ParseForced(text), std::invalid_argument) << text;
  }
}

}  // namespace
}  // namespace colltune::intercept
