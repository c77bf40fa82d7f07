#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <limits>

#include "tests/profiles/temporary_folder.h"
#include "tuner/plot/pool_plots.h"

namespace colltune::tune {
namespace {

Plot OneSeries() { return {"one", {{"flat", {{Bytes{8}, Seconds(1e-6)}}}}}; }

/// Puts a folder alone on PATH, with a program of that text as `gnuplot`.
class FakeGnuplot {
 public:
  explicit FakeGnuplot(std::string_view text) : path_(getenv("PATH")) {
    if (!text.empty()) {
      const std::string file = folder_.Write("gnuplot", text);
      std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    }
    setenv("PATH", (folder_ / "").c_str(), 1);
  }
  FakeGnuplot(const FakeGnuplot&) = delete;
  FakeGnuplot& operator=(const FakeGnuplot&) = delete;
  ~FakeGnuplot() { setenv("PATH", path_.c_str(), 1); }

 private:
  TemporaryFolder folder_;
  std::string path_;
};

auto Says(const std::string& message) {
  return testing::ThrowsMessage<std::runtime_error>(testing::HasSubstr(message));
}

TEST(PlotScript, NamesTheAxes) {
  Plot plot = OneSeries();
  EXPECT_THAT(PlotScript(plot), testing::HasSubstr("set xlabel 'bytes'\nset ylabel 'time'\n"));
  EXPECT_THAT(PlotScript(plot), testing::HasSubstr("set format y '%.0s %cs'\n"));
  plot.x = "N";
  plot.y = "round trips";
  plot.unit.clear();
  EXPECT_THAT(PlotScript(plot), testing::HasSubstr("set xlabel 'N'\nset ylabel 'round trips'\n"));
  EXPECT_THAT(PlotScript(plot), testing::HasSubstr("set format y '%.0s %c'\n"));
}

TEST(BarsScript, RefusesNothing) {
  EXPECT_THAT(
      [] {
        BarsScript({"t", {"a"}, {{"mpi", {std::numeric_limits<double>::quiet_NaN()}}}});
      },
      testing::ThrowsMessage<std::invalid_argument>(testing::HasSubstr("no values")));
}

TEST(PlotScript, HasPointsAndErrorBarsWithinTheFrame) {
  const double infinity = std::numeric_limits<double>::infinity();
  const Plot plot{"t",
                  {{"a",
                    {{Bytes{8}, Seconds(2), Seconds(1), Seconds(3)},
                     {Bytes{16}, Seconds(4), Seconds(0), Seconds(infinity)}}},
                   {"b",
                    {{Bytes{8}, Seconds(-1), Seconds(-2), Seconds(5)},
                     {Bytes{32}, Seconds(5), Seconds(-1), Seconds(9)}}},
                   {"nothing", {}}}};
  const std::string script = PlotScript(plot);
  EXPECT_THAT(script, testing::HasSubstr("$curve0 << END\n8 2 1 3\n16 4 4 4\nEND\n"));
  // Below 0 there is no logarithm: the curve goes down to the frame, at 1 / 1.5.
  EXPECT_THAT(script, testing::HasSubstr("$curve1 << END\n32 5 0.6666666666666666 9\nEND\n"));
  EXPECT_THAT(script, testing::HasSubstr("set yrange [0.6666666666666666:13.5]"));
  EXPECT_THAT(script, testing::Not(testing::HasSubstr("nothing")));
  EXPECT_THAT(script, testing::HasSubstr("set logscale x 2"));
  EXPECT_THAT(script, testing::HasSubstr("set ytics (1e0, 2e0, 5e0, 1e1, 2e1, 5e1)"));
  EXPECT_THAT(script, testing::HasSubstr("set xtics ('8' 8, '16' 16, '32' 32)"));
}

TEST(PlotScript, HasNoMoreMarksThanRoom) {
  Plot plot = OneSeries();
  for (int i = 1; i < 40; ++i) plot.curves[0].points.push_back({Bytes{8 + i}, Seconds(1)});
  // From 8 / 1.5 to 47 * 1.5 the axis has 450 units, 174 for each factor e. Two labels of two
  // digits take 21 with the gap, a factor of 1.128; of one 14, 1.084.
  EXPECT_THAT(
      PlotScript(plot),
      testing::HasSubstr("set xtics ('8' 8, '9' 9, '10' 10, '12' 12, '14' 14, '16' 16, '19' "
                         "19, '22' 22, '25' 25, '29' 29, '33' 33, '38' 38, '43' 43)"));
  // From -500 to 1500: 10 bytes are 2 units beside 0.
  plot.curves[0].points = {{Bytes{0}, Seconds(1)},
                           {Bytes{10}, Seconds(1)},
                           {Bytes{500}, Seconds(1)},
                           {Bytes{1000}, Seconds(1)}};
  EXPECT_THAT(PlotScript(plot), testing::HasSubstr("set xtics ('0' 0, '500' 500, '1000' 1000)"));
}

TEST(PlotScript, IsNotLogarithmicInNoBytes) {
  const std::string script = PlotScript({"", {{"barrier", {{Bytes{0}, Seconds(1)}}}}});
  EXPECT_THAT(script, testing::Not(testing::HasSubstr("logscale x")));
}

// In single quotes gnuplot knows neither backslashes nor commands in backquotes.
TEST(PlotScript, QuotesNames) {
  Plot plot = OneSeries();
  plot.title = "it's `date` \\ \"a\"\nb\xc3\xa4";
  EXPECT_THAT(PlotScript(plot), testing::HasSubstr("set title 'it''s `date` \\ \"a\"?b?"
                                                   "?'\n"));
}

TEST(PlotScript, RefusesToDrawNothing) {
  EXPECT_THROW(PlotScript({"t", {{"a", {}}}}), std::invalid_argument);
  EXPECT_THROW(PlotScript({"t", {{"a", {{Bytes{8}, Seconds(0)}}}}}), std::invalid_argument);
}

TEST(PlotsOf, HaveACurveForEachImplementation) {
  const measure::MeasuredProblem small{"bcast", "round_time", 4, 0, Bytes{8}};
  const measure::MeasuredProblem large{"bcast", "round_time", 4, 0, Bytes{64}};
  const measure::MeasuredProblem other{"bcast", "round_time", 5, 0, Bytes{8}};
  const auto pool = [](const measure::MeasuredProblem& problem, const std::string& name,
                       double median) {
    return measure::Pool{problem, {name, {}}, {.value = Seconds(median), .high = Seconds(9)}};
  };
  const std::vector<measure::Pool> pools = {pool(small, "a", 1), pool(small, "b", 2),
                                            pool(large, "a", 3), pool(other, "b", 4)};
  const auto plots = PlotsOf(pools);
  ASSERT_EQ(plots.size(), 2u);
  EXPECT_EQ(plots[0].title, "bcast on 4 ranks, root 0, by round_time");
  ASSERT_EQ(plots[0].curves.size(), 2u);
  EXPECT_EQ(plots[0].curves[0].name, "a");
  ASSERT_EQ(plots[0].curves[0].points.size(), 2u);
  EXPECT_EQ(plots[0].curves[0].points[1].bytes, Bytes{64});
  EXPECT_EQ(plots[0].curves[0].points[1].value, Seconds(3));
  EXPECT_EQ(plots[0].curves[0].points[1].high, Seconds(9));
  EXPECT_EQ(plots[0].curves[1].points.size(), 1u);
  EXPECT_EQ(plots[1].curves[0].name, "b");
}

TEST(RunGnuplot, SaysWhatToInstall) {
  const FakeGnuplot none("");
  EXPECT_THAT([] { RunGnuplot(""); }, Says("install it (Debian: gnuplot-nox)"));
}

TEST(RunGnuplot, SaysWhatGnuplotSays) {
  const FakeGnuplot fake("#!/bin/sh\necho no terminal >&2\nexit 7\n");
  // More than a pipe holds, written to a process that has ended.
  const std::string script(1 << 20, '\n');
  EXPECT_THAT([&] { RunGnuplot(script); }, Says("gnuplot ended with code 7"));
  EXPECT_THAT([&] { RunGnuplot(script); }, Says("no terminal"));
}

TEST(RunGnuplot, SaysWhenGnuplotWasKilled) {
  const FakeGnuplot fake("#!/bin/sh\nkill -9 $$\n");
  EXPECT_THAT([] { RunGnuplot(""); }, Says("was killed"));
}

TEST(RunGnuplot, DemandsAWholePicture) {
  const FakeGnuplot fake("#!/bin/sh\necho '<svg>'\n");
  EXPECT_THAT([] { RunGnuplot(""); }, Says("did not draw"));
}

TEST(RunGnuplot, ReportsBadScripts) {
  EXPECT_THAT([] { RunGnuplot("set terminal svg\nplot nonsense\n"); }, Says("nonsense"));
}

TEST(PlotScript, DrawsStrongCurvesBroader) {
  Plot plot = OneSeries();
  EXPECT_THAT(PlotScript(plot), testing::HasSubstr("with yerrorlines title"));
  plot.curves[0].strong = true;
  EXPECT_THAT(PlotScript(plot), testing::HasSubstr("with yerrorlines linewidth 2.5 title"));
}

// The second plot's axis would be logarithmic like the first one's, which has no place for 0 bytes.
TEST(DrawAll, DrawsEachByItself) {
  Plot barrier = OneSeries();
  barrier.title = "two";
  barrier.curves[0].points[0].bytes = Bytes{0};
  const std::vector<std::string> scripts = {PlotScript(OneSeries()), PlotScript(barrier)};
  const auto pictures = DrawAll(scripts);
  ASSERT_EQ(pictures.size(), 2u);
  EXPECT_EQ(pictures[0], RunGnuplot(scripts[0]));
  EXPECT_EQ(pictures[1], RunGnuplot(scripts[1]));
  EXPECT_TRUE(DrawAll({}).empty());
}

TEST(DrawAll, DemandsAPictureOfEach) {
  const FakeGnuplot fake("#!/bin/sh\ncat >/dev/null; echo '<?xml?><svg></svg>'\n");
  EXPECT_THAT([] { DrawAll({"", ""}); }, Says("gnuplot drew 1 pictures, not the 2"));
}

TEST(SvgOf, IsThePlotDrawn) {
  EXPECT_THAT(SvgOf(OneSeries()), testing::StartsWith("<?xml"));
  const FakeGnuplot fake("#!/bin/sh\nexit 1\n");
  EXPECT_THROW(SvgOf(OneSeries()), std::runtime_error);
}

}  // namespace
}  // namespace colltune::tune
