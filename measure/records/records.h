// Results as rows: one for each sample, with where it comes from. One table of columns
// (records.cc) makes both formats.
#ifndef COLLTUNE_MEASURE_RECORDS_RECORDS_H_
#define COLLTUNE_MEASURE_RECORDS_RECORDS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/shape.h"
#include "algorithms/units.h"

namespace colltune {

/// A row, in the order of the columns, which have the names of the members. The first nine are an
/// interface that scripts rely on.
struct Record {
  std::string op;
  std::string algorithm;
  std::string method;
  int ranks = 0;
  Bytes bytes;
  Rank root = 0;
  int repetition = 0;  ///< from 0
  Seconds seconds{};
  bool valid = true;
  std::optional<Rank> destination;  ///< empty: the time is that of all ranks
  Seconds clock_error{};            ///< |seconds - truth| is at most this by the clocks' fault
  bool preempted = false;           ///< far above the median of its series; still valid
  int run = 0;                      ///< which start of the program in a series of starts
  std::string reduction;            ///< how the times of the ranks became one
  std::string clock;
  Seconds clock_resolution{};
  Seconds clock_cost{};  ///< of one reading
  std::string clock_sync;
  std::string host;  ///< of rank 0
  std::string mpi;
  std::string date;  ///< UTC, ISO 8601
  std::string command;

  friend bool operator==(const Record&, const Record&) = default;
};

/// The names of the columns and a row as CSV, without the line's end. Numbers have as many digits
/// as it takes to read back the same.
std::string CsvHeader();
std::string CsvRow(const Record& record);

/// The row as a JSON object on one line, without the line's end. What is empty in the CSV form is
/// null; so are numbers that are not finite, which JSON does not have.
std::string JsonLine(const Record& record);

/// The rows of a CSV file's `text`, whose first line names the columns, in any order: the first
/// nine at least. Unknown ones are skipped, and missing ones are as in Record. Throws CsvError,
/// which names `file`, the line and the column.
std::vector<Record> ReadCsv(std::string_view text, const std::string& file);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_RECORDS_RECORDS_H_
