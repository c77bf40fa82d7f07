#include "measure/records.h"

#include <fmt/format.h>

namespace colltune {
namespace {

/// A field of a CSV file as RFC 4180 has it: in quotes where it holds a comma, a quote or a line's
/// end.
std::string Field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace

std::string CsvHeader() {
  return "op,algorithm,method,ranks,bytes,root,repetition,seconds,valid,destination,host,mpi,clock,"
         "clock_resolution,clock_cost";
}

std::string CsvRow(const Origin& origin, const Operation& operation, int repetition,
                   const Sample& sample) {
  return fmt::format("{},{},{},{},{},{},{},{:.9g},{},{},{},{},{},{:.3g},{:.3g}",
                     ToText(operation.collective()), operation.name(), origin.method,
                     operation.ranks(), operation.bytes().count, operation.root(), repetition,
                     sample.time.count(), sample.valid ? 1 : 0,
                     sample.destination == Sample::kAll ? "" : std::to_string(sample.destination),
                     Field(origin.host), Field(origin.mpi), origin.clock,
                     origin.quality.resolution.count(), origin.quality.cost.count());
}

}  // namespace colltune
