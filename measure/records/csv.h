// Comma-separated values of RFC 4180, except that a line may also end with LF alone.
#ifndef COLLTUNE_MEASURE_RECORDS_CSV_H_
#define COLLTUNE_MEASURE_RECORDS_CSV_H_

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace colltune::measure {

/// A fault in CSV text; what() is "FILE:LINE: reason".
class CsvError : public std::runtime_error {
 public:
  CsvError(const std::string& file, int line, const std::string& reason);
};

/// Returns the text as a field: in quotes where it contains a comma, a quote or a line break.
std::string CsvField(const std::string& text);

struct CsvLine {
  int number = 0;  ///< number of the first line, from 1: fields in quotes may span lines
  std::vector<std::string> fields;
};

/// Returns all lines, without empty ones. Throws CsvError, which names `file`, for a quote in a
/// field without quotes, text after a quoted field, or a quoted field that does not end.
std::vector<CsvLine> ParseCsv(std::string_view text, const std::string& file);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_RECORDS_CSV_H_
