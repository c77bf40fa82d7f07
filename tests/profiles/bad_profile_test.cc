// Refused profiles, with the line and the reason.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "profiles/read_file.h"
#include "profiles/yaml/yaml.h"
#include "tests/profiles/bad_profiles.h"

namespace colltune {
namespace {

std::string Refusal(const std::string& text) {
  try {
    ParseProfile(text, "p.yaml");
  } catch (const ProfileError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(BadProfile, TheGoodOneIsAccepted) { EXPECT_EQ(Refusal(GoodProfile()), "accepted"); }

TEST(BadProfile, IsRefusedWithLineAndReason) {
  for (const auto* profiles : {&BadTexts(), &BadShapes(), &BadMeanings()}) {
    for (const BadProfile& profile : *profiles) {
      EXPECT_THAT(Refusal(profile.Text()), testing::StartsWith("p.yaml:" + profile.error))
          << profile.replace << " -> " << profile.by.substr(0, 80);
    }
  }
}

TEST(BadProfile, WithoutMappingIsNoProfile) {
  for (const char* text : {"", "\n\n", "# only a comment\n"}) {
    EXPECT_EQ(Refusal(text), "p.yaml: is not a colltune profile: it has no 'colltune_profile'");
  }
  for (const char* text : {"[1, 2]", "text", "~"}) {
    EXPECT_EQ(Refusal(text), "p.yaml:1: is not a colltune profile: it has no 'colltune_profile'");
  }
}

TEST(BadProfile, IsNotReadWhenItIsHuge) {
  EXPECT_EQ(Refusal(std::string(kMostFileBytes + 1, '#')),
            "p.yaml: has 67108865 bytes, more than the 67108864 that a profile may have");
}

/// Whether all rules of `part` are rules of `whole`, whatever their evidence.
bool Holds(const DecisionTable& whole, const DecisionTable& part) {
  for (const Row& row : part.rows) {
    const Row* other = whole.Find(row.collective, row.region.Smallest());
    if (other == nullptr) return false;
    for (const Rule& rule : row.rules) {
      const Rule* same = other->Find(rule.first);
      if (same == nullptr || same->last != rule.last || same->choice != rule.choice) return false;
    }
  }
  return true;
}

TEST(BadProfile, CutOffIsRefusedOrDecidesNothingElse) {
  const std::string good = GoodProfile();
  const Profile whole = ParseProfile(good, "p.yaml");
  int refused = 0;
  for (std::size_t size = 0; size < good.size(); ++size) {
    const std::string cut = good.substr(0, size);
    if (Refusal(cut) != "accepted") {
      ++refused;
      continue;
    }
    const Profile part = ParseProfile(cut, "p.yaml");
    EXPECT_EQ(part.fingerprint, whole.fingerprint);
    EXPECT_TRUE(Holds(whole.table, part.table)) << cut;
  }
  EXPECT_GT(refused, static_cast<int>(good.size()) / 2);
}

RC_GTEST_PROP(BadProfile, DamageIsRefusedOrRead, ()) {
  std::string text = GoodProfile();
  const int last = static_cast<int>(text.size()) - 1;
  for (int i = *rc::gen::inRange(1, 4); i > 0; --i) {
    const auto at = static_cast<std::size_t>(*rc::gen::inRange(0, last));
    const std::string by = *rc::gen::elementOf(std::vector<std::string>{
        "\n", " ", "\t", ":", "-", "[", "]",  "{",    "}", "&",  "*",    "!",       "|",      ">",
        "\"", "'", "#",  "?", ",", "%", "\r", "\x80", "0", "e9", "<<: ", "\n---\n", "\n...\n"});
    text.replace(at, static_cast<std::size_t>(*rc::gen::inRange(0, 3)), by);
  }
  // Any other exception than a ProfileError ends the test.
  if (Refusal(text) == "accepted") {
    const Profile profile = ParseProfile(text, "p.yaml");
    RC_ASSERT(ParseProfile(ToYaml(profile), "p.yaml") == profile);
  }
}

}  // namespace
}  // namespace colltune
