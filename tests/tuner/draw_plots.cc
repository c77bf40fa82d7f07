// draw_plots CSV SEVERAL ONE: a plot of the rows of a file into SEVERAL, of one series of one
// point into ONE.
#include <fstream>
#include <iterator>

#include "tuner/pool_plots.h"

int main(int argc, char** argv) {
  using namespace colltune;
  if (argc != 4) return 2;
  std::ifstream file(argv[1]);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const std::vector<Plot> plots = PlotsOf(PoolRecords(ReadCsv(text, argv[1]), 0.95));
  WriteSvg(plots.at(0), argv[2]);
  WriteSvg({"one", {{"alone", {{Bytes{8}, Seconds(1e-6), Seconds(1e-6), Seconds(1e-6)}}}}},
           argv[3]);
  return plots.size() == 1 ? 0 : 1;
}
