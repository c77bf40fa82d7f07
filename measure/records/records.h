// Results as rows: one for each sample, with its origin. One table of columns (records.cc) defines
// both formats.
#ifndef COLLTUNE_MEASURE_RECORDS_RECORDS_H_
#define COLLTUNE_MEASURE_RECORDS_RECORDS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/shape.h"
#include "algorithms/units.h"

namespace colltune::measure {

/// A row. Columns have the names and the order of the members. The first nine columns are an
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
  Seconds clock_error{};            ///< bound on the error of `seconds` from differing clocks
  bool preempted = false;           ///< far above the median of its series; still valid
  int run = 0;                      ///< number of the run in a series of starts of the program
  std::string reduction;            ///< name of the Reduction of the ranks' times
  std::string clock;
  Seconds clock_resolution{};
  Seconds clock_cost{};  ///< time of one reading
  std::string clock_sync;
  std::string host;  ///< host of rank 0
  std::string mpi;
  std::string date;  ///< UTC, ISO 8601
  std::string command;

  friend bool operator==(const Record&, const Record&) = default;
};

/// Returns the names of the columns as CSV, without the line break.
std::string CsvHeader();
/// Returns a row as CSV, without the line break. Numbers have the digits that reading back the same
/// number needs.
std::string CsvRow(const Record& record);

/// Returns the row as a JSON object on one line, without the line break. Fields that are empty in
/// CSV are null, as are numbers that are not finite, which JSON does not have.
std::string JsonLine(const Record& record);

/// Returns the rows of a CSV file's `text`. Its first line names the columns, in any order; the
/// first nine columns of Record must be there. Unknown columns are skipped; missing ones have
/// Record's defaults. Throws CsvError, which names `file`, the line and the column.
std::vector<Record> ReadCsv(std::string_view text, const std::string& file);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_RECORDS_RECORDS_H_
