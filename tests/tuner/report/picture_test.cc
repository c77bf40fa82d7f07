#include "tuner/report/picture.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace colltune::tune {
namespace {

constexpr const char* kFile =
    "<?xml version=\"1.0\"?>\n<svg width=\"9\"><title>Gnuplot</title><g id=\"gnuplot_canvas\">"
    "<defs><circle id='gpDot'/></defs><g id=\"gnuplot_plot_1\" ><title>gnuplot_plot_1</title><use "
    "xlink:href='#gpDot'/></g></g>"
    "</svg>\n";

TEST(Inlined, LeavesNamesAndShapesOut) {
  EXPECT_EQ(Inlined(kFile, "a < b"),
            "<svg class=\"plot\" role=\"img\" width=\"9\"><title>a &lt; b</title><g>"
            "<g ><use xlink:href='#gpDot'/></g></g></svg>");
}

TEST(Inlined, RefusesWhatIsNoPicture) {
  EXPECT_THROW(Inlined("gnuplot: no terminal", ""), std::runtime_error);
}

TEST(SharedShapes, AreThoseOfThePicture) {
  EXPECT_EQ(SharedShapes(kFile),
            "<svg class=\"shapes\" width=\"0\" height=\"0\" aria-hidden=\"true\">"
            "<defs><circle id='gpDot'/></defs></svg>\n");
  EXPECT_EQ(SharedShapes("<svg></svg>"), "");
}

}  // namespace
}  // namespace colltune::tune
