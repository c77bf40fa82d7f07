// Comma-separated values as RFC 4180 has them, except that a line may also end with LF alone.
#ifndef COLLTUNE_MEASURE_RECORDS_CSV_H_
#define COLLTUNE_MEASURE_RECORDS_CSV_H_

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace colltune {

/// Text that is not what it should be; what() is "FILE:LINE: reason".
class CsvError : public std::runtime_error {
 public:
  CsvError(const std::string& file, int line, const std::string& reason);
};

/// The text as a field: in quotes where it holds a comma, a quote or a line's end.
std::string CsvField(const std::string& text);

struct CsvLine {
  int number = 0;  ///< of its first line in the text, from 1: fields in quotes may span lines
  std::vector<std::string> fields;
};

/// All lines, without empty ones. Throws CsvError, which names `file`, for a quote inside or text
/// behind a quoted field, or one that does not end.
std::vector<CsvLine> ParseCsv(std::string_view text, const std::string& file);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_RECORDS_CSV_H_
