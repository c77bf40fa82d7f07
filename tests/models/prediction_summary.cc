// prediction_summary MODELS ROWS.csv...: the error and the regret of the predictions in files that
// prediction_table wrote, for each machine and over all of them. MODELS: names in the order of the
// files' columns, "configured,topology".
#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "tests/models/prediction_error.h"

namespace colltune::models {
namespace {

std::vector<std::string> Split(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) parts.push_back(part);
  return parts;
}

/// Reads a line of the file: machine, collective, algorithm, ranks, bytes, and microseconds.
Prediction ToPrediction(const std::string& line, std::size_t models) {
  constexpr std::size_t kFirst = 6;  // column of predictions
  const std::vector<std::string> parts = Split(line);
  if (parts.size() != kFirst + models) throw std::invalid_argument("not " + line);
  Prediction row{.machine = parts[0],
                 .collective = FindCollective(parts[1]).value(),
                 .algorithm = parts[2],
                 .ranks = std::stoi(parts[3]),
                 .bytes = Bytes{std::stoll(parts[4])},
                 .truth = std::stod(parts[5]) * 1e-6};
  for (std::size_t i = 0; i < models; ++i) {
    row.predicted.push_back(std::stod(parts[kFirst + i]) * 1e-6);
  }
  return row;
}

int Main(int argc, char** argv) {
  const std::vector<std::string> models = Split(argv[1]);
  std::vector<Prediction> all;
  PrintSummaryHead();
  const auto print = [&](const std::string& machine, std::span<const Prediction> rows) {
    for (std::size_t i = 0; i < models.size(); ++i) PrintSummary(machine, models[i], rows, i);
  };
  for (int i = 2; i < argc; ++i) {
    std::vector<Prediction> rows;
    std::ifstream file(argv[i]);
    for (std::string line; std::getline(file, line);) {
      rows.push_back(ToPrediction(line, models.size()));
    }
    if (rows.empty()) {
      fmt::print(stderr, "{}: has no row\n", argv[i]);
      return 1;
    }
    const std::string& machine = rows.front().machine;
    print(machine.substr(machine.rfind('/') + 1), rows);
    all.insert(all.end(), rows.begin(), rows.end());
  }
  if (argc > 3) print("all", all);
  return 0;
}

}  // namespace
}  // namespace colltune::models

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("prediction_summary MODELS ROWS.csv...\n", stderr);
    return 2;
  }
  return colltune::models::Main(argc, argv);
}
