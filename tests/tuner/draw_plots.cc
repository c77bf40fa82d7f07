// draw_plots CSV SEVERAL ONE: draws the rows of a file into SEVERAL, and one series of one point
// into ONE.
#include <fstream>
#include <iterator>

#include "tuner/plot/pool_plots.h"

int main(int argc, char** argv) {
  using namespace colltune;
  using namespace colltune::tune;
  if (argc != 4) return 2;
  std::ifstream file(argv[1]);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const std::vector<Plot> plots =
      PlotsOf(measure::PoolRecords(measure::ReadCsv(text, argv[1]), 0.95));
  std::ofstream(argv[2]) << SvgOf(plots.at(0));
  const Curve alone = {"alone", {{Bytes{8}, Seconds(1e-6), Seconds(1e-6), Seconds(1e-6)}}};
  std::ofstream(argv[3]) << SvgOf(Plot{"one", {alone}});
  return plots.size() == 1 ? 0 : 1;
}
