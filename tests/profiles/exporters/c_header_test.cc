// The header gives the same choices as the table: compiled as C and as C++, and read by the
// exporter.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algorithms/registry.h"
#include "profiles/exporters/export_check.h"
#include "tests/profiles/exporters/c_header_in_c.h"
#include "tests/profiles/exporters/c_header_profile.h"
#include "tests/profiles/exporters/colltune_table.h"

namespace colltune {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

std::unique_ptr<Selection> Reads(const std::string& text) {
  return FindExporter("c-header").read(std::vector<ExportedFile>{{"", text}}, "x.h");
}

std::string TextOf(const Profile& profile) {
  return FindExporter("c-header").write(profile).front().text;
}

TEST(CHeader, HasTheRowsThatNameRootsFirst) {
  Profile profile;
  Row row{Collective::kReduceScatterBlock, RegionOf(4, 2), {{Bytes{0}, Bytes{9}, "ring", {}}}};
  profile.table.rows = {row};
  row.roots = {1, 3};
  row.rules = {{Bytes{1}, Bytes{2}, "flat", {}}, {Bytes{4}, Bytes{8}, "library", {}}};
  profile.table.rows.push_back(row);
  EXPECT_THAT(
      TextOf(profile),
      HasSubstr("static const struct colltune_row colltune_rows[] = {\n"
                "  {COLLTUNE_REDUCE_SCATTER_BLOCK, 4, 4, 2, 2, 2, 3, 1, 3, 0, 2},\n"
                "  {COLLTUNE_REDUCE_SCATTER_BLOCK, 4, 4, 2, 2, 2, 3, 0, 2147483647, 2, 1},\n"
                "  {COLLTUNE_BCAST, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}};\n"
                "\n"
                "static const struct colltune_rule colltune_rules[] = {\n"
                "  {1, 2, \"flat\"},\n"
                "  {4, 8, \"library\"},\n"
                "  {0, 9, \"ring\"},\n"
                "  {0, 0, \"library\"}};\n"));
}

TEST(CHeader, CountsCollectivesAsTheLibraryDoes) {
  EXPECT_EQ(static_cast<int>(COLLTUNE_BCAST), static_cast<int>(Collective::kBcast));
  EXPECT_EQ(static_cast<int>(COLLTUNE_BARRIER), static_cast<int>(Collective::kBarrier));
  EXPECT_EQ(static_cast<int>(COLLTUNE_EXSCAN), static_cast<int>(Collective::kExscan));
}

/// The table's choice for a call; where it has none, the library.
std::string Said(const DecisionTable& table, const Call& call) {
  const Row* row =
      table.Find(call.collective, OnFullNodes(call.ranks, call.ranks_per_node), call.root);
  const Rule* rule = row ? row->Find(call.bytes) : nullptr;
  return std::string((rule ? rule->choice : kLibrary).text());
}

TEST(CHeader, SaysWhatTheTableSays) {
  const Profile profile = CHeaderProfile();
  const auto selection = Reads(TextOf(profile));
  for (const std::string_view name : kCollectiveNames) {
    const Collective collective = *FindCollective(name);
    const int number = static_cast<int>(collective);
    for (int ranks = 1; ranks <= 5; ++ranks) {
      for (int per_node = 1; per_node <= ranks; ++per_node) {
        for (Rank root = 0; root < ranks; ++root) {
          for (const std::int64_t bytes :
               {0L, 1L, 9L, 10L, 11L, 12L, 13L, 20L, 21L, 1L << 62, (1L << 62) + 1}) {
            const Call call{collective, ranks, per_node, root, {bytes}};
            const std::string said = Said(profile.table, call);
            const auto size = static_cast<std::size_t>(bytes);
            ASSERT_EQ(ChoiceInC(number, ranks, per_node, root, size), said) << name << bytes;
            ASSERT_EQ(colltune_choice(static_cast<colltune_collective>(number), ranks, per_node,
                                      root, size),
                      said);
            ASSERT_EQ(selection->Choose(call), said);
          }
        }
      }
    }
  }
  EXPECT_THAT(FindDeviations(FindExporter("c-header"), profile.table, *selection), IsEmpty());
}

TEST(CHeader, MayBeEmpty) {
  const auto selection = Reads(TextOf({}));
  EXPECT_EQ(selection->Choose({Collective::kBcast, 4, 2, 0, Bytes{1}}), "library");
}

/// The error for the profile's header with one text replaced.
std::string Refusal(std::string_view from, std::string_view to) {
  std::string text = TextOf(CHeaderProfile());
  const std::size_t at = text.find(from);
  EXPECT_NE(at, text.npos) << from;
  text.replace(at, from.size(), to);
  try {
    Reads(text);
  } catch (const ProfileError& error) {
    const std::string what = error.what();
    return what.substr(what.find(": ") + 2);
  }
  return "";
}

TEST(CHeader, RefusesOthers) {
  EXPECT_EQ(Refusal("colltune_rules[]", "others[]"),
            "has no line 'static const struct colltune_rule colltune_rules[] = {'");
  EXPECT_EQ(Refusal("{COLLTUNE_BARRIER, ", "{COLLTUNE_BARREL, "),
            "unknown collective 'COLLTUNE_BARREL'");
  EXPECT_EQ(Refusal("{COLLTUNE_BARRIER, 4, ", "{COLLTUNE_BARRIER, "), "has 10 fields, not 11");
  EXPECT_EQ(Refusal("{0, 9, \"binomial\"}", "{0, 9, binomial}"),
            "'binomial': not a text in quotes");
  EXPECT_EQ(Refusal("  {0, 9, \"binomial\"}", "{0, 9, \"binomial\"}"), "not a line of a table");
  EXPECT_EQ(Refusal(", 4, 1},", ", 4, 9},"), "a row has rules 4 to 13 of 8");
}

}  // namespace
}  // namespace colltune
