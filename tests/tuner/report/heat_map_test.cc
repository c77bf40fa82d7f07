#include "tuner/report/heat_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tuner/report/example.h"

namespace colltune::tune {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class HeatMapPicture : public testing::Test {
 protected:
  const Profile profile_ = ExampleProfile();
  const HeatMap map_ = MapsOf(profile_.table, profile_.provenance)[0];
};

TEST_F(HeatMapPicture, HasALinkForEachCell) {
  const std::string svg = HeatMapSvg(map_, PictureUse::kPage);
  for (std::size_t row = 0; row < 2; ++row) {
    for (std::size_t i = 0; i < 5; ++i) {
      const std::string name = CellName(Collective::kBcast, row, i);
      EXPECT_THAT(svg, HasSubstr("id=\"" + name + "\" href=\"#e-" + name + "\">"));
    }
  }
  EXPECT_THAT(svg, HasSubstr("<title>8 bytes, 4 ranks, 2 per node: flat takes 50 % less than the "
                             "library</title>"));
  EXPECT_THAT(svg, HasSubstr(">8 ranks, 2 per node, block, root 3</text>"));
}

// Opacity: 0.15 + 0.65 of the saved share.
TEST_F(HeatMapPicture, TellsByShadeAndNumber) {
  const std::string svg = HeatMapSvg(map_, PictureUse::kPage);
  EXPECT_THAT(svg, ContainsRegex("id=\"bcast-0-0\"[^\n]*fill-opacity=\"0.47\"[^\n]*>A 50</text>"));
  EXPECT_THAT(svg, ContainsRegex("id=\"bcast-0-1\"[^\n]*fill-opacity=\"0.15\"[^\n]*>A</text>"));
  EXPECT_THAT(svg, ContainsRegex("id=\"bcast-0-2\"[^\n]*stroke-dasharray[^\n]*>B1 9\\?</text>"));
  EXPECT_THAT(svg, ContainsRegex("id=\"bcast-0-4\"[^\n]*>~B2 25</text>"));
  EXPECT_THAT(svg, ContainsRegex("id=\"bcast-1-1\"[^\n]*>lib</text>"));
  EXPECT_THAT(svg, ContainsRegex("id=\"bcast-1-4\"[^\n]*>-</text>"));
}

TEST_F(HeatMapPicture, ExplainsWhatItShows) {
  const std::string svg = HeatMapSvg(map_, PictureUse::kPage);
  EXPECT_THAT(svg, HasSubstr(">knomial:k=8:segment=128K</text>"));
  EXPECT_THAT(svg, HasSubstr(">outside of what was measured: the library&#39;s own choice</text>"));
  HeatMap sure = map_;
  sure.rows.resize(1);
  sure.rows[0].cells.resize(1);
  sure.sizes.resize(1);
  EXPECT_THAT(HeatMapSvg(sure, PictureUse::kPage), Not(HasSubstr("outside of what")));
}

TEST_F(HeatMapPicture, IsAFileWithoutLinks) {
  const std::string svg = HeatMapSvg(map_, PictureUse::kFile);
  EXPECT_THAT(svg, testing::StartsWith("<svg xmlns=\"http://www.w3.org/2000/svg\""));
  EXPECT_THAT(svg, Not(HasSubstr("href")));
  EXPECT_THAT(svg, HasSubstr(">A 50</text>"));
}

}  // namespace
}  // namespace colltune::tune
