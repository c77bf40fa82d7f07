#include "measure/records/records.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <span>
#include <system_error>
#include <variant>

#include "algorithms/printable.h"
#include "measure/records/csv.h"

namespace colltune::measure {
namespace {

using Json = nlohmann::ordered_json;

struct Column {
  std::string_view name;
  std::variant<std::string Record::*, int Record::*, bool Record::*, Bytes Record::*,
               Seconds Record::*, std::optional<Rank> Record::*>
      member;
};

constexpr std::size_t kInterface = 9;

constexpr std::array<Column, 22> kColumns = {{
    {"op", &Record::op},
    {"algorithm", &Record::algorithm},
    {"method", &Record::method},
    {"ranks", &Record::ranks},
    {"bytes", &Record::bytes},
    {"root", &Record::root},
    {"repetition", &Record::repetition},
    {"seconds", &Record::seconds},
    {"valid", &Record::valid},
    {"destination", &Record::destination},
    {"clock_error", &Record::clock_error},
    {"preempted", &Record::preempted},
    {"run", &Record::run},
    {"reduction", &Record::reduction},
    {"clock", &Record::clock},
    {"clock_resolution", &Record::clock_resolution},
    {"clock_cost", &Record::clock_cost},
    {"clock_sync", &Record::clock_sync},
    {"host", &Record::host},
    {"mpi", &Record::mpi},
    {"date", &Record::date},
    {"command", &Record::command},
}};

// Conversions of a value: to CSV, to JSON, and from the text of a CSV field. Parse returns false
// for a text that is no such value.
std::string ToCsv(const std::string& value) { return CsvField(value); }
std::string ToCsv(int value) { return std::to_string(value); }
std::string ToCsv(bool value) { return value ? "1" : "0"; }
std::string ToCsv(Bytes value) { return std::to_string(value.count); }
std::string ToCsv(Seconds value) { return fmt::format("{}", value.count()); }
std::string ToCsv(std::optional<Rank> value) { return value ? std::to_string(*value) : ""; }

Json ToJson(const std::string& value) { return value.empty() ? Json() : Json(value); }
Json ToJson(int value) { return value; }
Json ToJson(bool value) { return value; }
Json ToJson(Bytes value) { return value.count; }
Json ToJson(Seconds value) { return value.count(); }
Json ToJson(std::optional<Rank> value) { return value ? Json(*value) : Json(); }

template <typename Number>
bool ParseNumber(const std::string& text, Number& number) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stop == end;
}

bool Parse(const std::string& text, std::string& value) {
  value = text;
  return true;
}

bool Parse(const std::string& text, int& value) { return ParseNumber(text, value); }

bool Parse(const std::string& text, bool& value) {
  value = text == "1";
  return value || text == "0";
}

bool Parse(const std::string& text, Bytes& value) {
  return ParseNumber(text, value.count) && value.count >= 0;
}

bool Parse(const std::string& text, Seconds& value) {
  double count = 0;
  if (!ParseNumber(text, count) || std::isnan(count)) return false;
  value = Seconds(count);
  return true;
}

bool Parse(const std::string& text, std::optional<Rank>& value) {
  return text.empty() || ParseNumber(text, value.emplace());
}

/// Returns the columns in the order of the file; nullptr for an unknown one.
std::vector<const Column*> ReadHeader(const CsvLine& header, const std::string& file) {
  const auto fail = [&](std::string_view name, std::string_view what) {
    throw CsvError(file, header.number, fmt::format("{} column '{}'", what, name));
  };
  for (const Column& column : kColumns) {
    const auto times = std::ranges::count(header.fields, column.name);
    if (times > 1) fail(column.name, "more than one");
    if (times == 0 && &column < &kColumns[kInterface]) fail(column.name, "no");
  }
  std::vector<const Column*> columns;
  for (const std::string& name : header.fields) {
    const auto* const found = std::ranges::find(kColumns, name, &Column::name);
    columns.push_back(found == kColumns.end() ? nullptr : found);
  }
  return columns;
}

Record ReadRecord(const CsvLine& line, std::span<const Column* const> columns,
                  const std::string& file) {
  if (line.fields.size() != columns.size()) {
    throw CsvError(file, line.number,
                   fmt::format("{} fields, and the header has {} columns", line.fields.size(),
                               columns.size()));
  }
  Record record;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i] == nullptr) continue;
    const std::string& field = line.fields[i];
    if (std::visit([&](auto member) { return Parse(field, record.*member); }, columns[i]->member)) {
      continue;
    }
    throw CsvError(file, line.number, fmt::format("column '{}': '{}'", columns[i]->name, field));
  }
  return record;
}

}  // namespace

std::string CsvHeader() {
  std::string line;
  for (const Column& column : kColumns) {
    line += fmt::format("{}{}", line.empty() ? "" : ",", column.name);
  }
  return line;
}

std::string CsvRow(const Record& record) {
  std::string line;
  for (const Column& column : kColumns) {
    if (&column != kColumns.data()) line += ',';
    line += std::visit([&](auto member) { return ToCsv(record.*member); }, column.member);
  }
  return line;
}

std::string JsonLine(const Record& record) {
  Json object;
  for (const Column& column : kColumns) {
    object[std::string(column.name)] =
        std::visit([&](auto member) { return ToJson(record.*member); }, column.member);
  }
  return JsonText(object);
}

std::vector<Record> ReadCsv(std::string_view text, const std::string& file) {
  const std::vector<CsvLine> lines = ParseCsv(text, file);
  if (lines.empty()) throw CsvError(file, 1, "no line that names the columns");
  const std::vector<const Column*> columns = ReadHeader(lines.front(), file);
  std::vector<Record> records;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    records.push_back(ReadRecord(lines[i], columns, file));
  }
  return records;
}

}  // namespace colltune::measure
