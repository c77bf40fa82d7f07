#include "measure/network/sample_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <system_error>
#include <variant>

#include "measure/records/csv.h"

namespace colltune::measure {
namespace {

constexpr std::array<std::string_view, 14> kNames = {
    "round_trip",   "flood",         "delayed_flood",
    "late_receive", "one_to_many",   "one_to_many_last_answers",
    "send_call",    "send_overlap",  "receive_overlap",
    "many_to_one",  "pairs_at_once", "streams_at_once",
    "local_copy",   "local_reduce"};
constexpr std::string_view kPlace = "place";

/// A line; `what` is an experiment or "place".
struct Row {
  std::string what;
  NetworkSample sample;
  Place place;
};

using Member = std::variant<std::string Row::*, Rank NetworkSample::*, Bytes NetworkSample::*,
                            Seconds NetworkSample::*, std::vector<Rank> NetworkSample::*,
                            std::string Place::*, int Place::*>;

struct Column {
  std::string_view name;
  bool needed;
  Member member;
};

const std::array<Column, 16> kColumns = {{
    {"experiment", true, &Row::what},
    {"from", true, &NetworkSample::from},
    {"to", true, &NetworkSample::to},
    {"bytes", true, &NetworkSample::bytes},
    {"messages", true, &NetworkSample::messages},
    {"depth", false, &NetworkSample::depth},
    {"delay_s", false, &NetworkSample::delay},
    {"others", false, &NetworkSample::others},
    {"reply", false, &NetworkSample::reply},
    {"repetitions", false, &NetworkSample::repetitions},
    {"time_s", true, &NetworkSample::time},
    {"least_s", false, &NetworkSample::least},
    {"low_s", false, &NetworkSample::low},
    {"high_s", false, &NetworkSample::high},
    {"host", false, &Place::host},
    {"socket", false, &Place::socket},
}};

std::string& Get(Row& row, std::string Row::*member) { return row.*member; }
template <typename Value>
Value& Get(Row& row, Value NetworkSample::*member) {
  return row.sample.*member;
}
template <typename Value>
Value& Get(Row& row, Value Place::*member) {
  return row.place.*member;
}

std::string Write(const std::string& value) { return CsvField(value); }
std::string Write(int value) { return std::to_string(value); }
std::string Write(Bytes value) { return std::to_string(value.count); }
std::string Write(Seconds value) { return fmt::format("{}", value.count()); }
std::string Write(const std::vector<Rank>& value) {
  return fmt::format("{}", fmt::join(value, " "));
}

template <typename Number>
bool ParseNumber(std::string_view text, Number& number) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stop == end && number >= 0;
}

// An empty field leaves the default value, as a missing column does.
bool Parse(const std::string& text, std::string& value) {
  value = text;
  return true;
}

bool Parse(const std::string& text, int& value) { return text.empty() || ParseNumber(text, value); }

bool Parse(const std::string& text, Bytes& value) {
  return text.empty() || ParseNumber(text, value.count);
}

bool Parse(const std::string& text, Seconds& value) {
  double count = 0;
  if (!text.empty() && (!ParseNumber(text, count) || !std::isfinite(count))) return false;
  value = Seconds(count);
  return true;
}

bool Parse(const std::string& text, std::vector<Rank>& value) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    if (!ParseNumber(std::string_view(text).substr(begin, end - begin), value.emplace_back())) {
      return false;
    }
    begin = end + 1;
  }
  return true;
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& file) : file_(file), lines_(Lines(text)) {}

  NetworkData Read() {
    if (lines_.empty()) Fail(1, "no line that names the columns");
    const std::vector<const Column*> columns = Header(lines_.front());
    NetworkData data;
    std::vector<bool> placed;
    std::vector<int> numbers;  // line numbers of the samples
    for (std::size_t i = 1; i < lines_.size(); ++i) {
      Row row = ReadRow(lines_[i], columns);
      if (row.what == kPlace) {
        AddPlace(lines_[i].number, row, data.places, placed);
      } else {
        Check(lines_[i].number, row.sample);
        data.samples.push_back(std::move(row.sample));
        numbers.push_back(lines_[i].number);
      }
    }
    for (std::size_t i = 0; i < data.samples.size(); ++i) {
      PlaceRanks(numbers[i], data.samples[i], placed, data.places);
    }
    return data;
  }

 private:
  [[noreturn]] void Fail(int line, const std::string& reason) const {
    throw std::invalid_argument(fmt::format("{}:{}: {}", file_, line, reason));
  }

  std::vector<CsvLine> Lines(std::string_view text) const {
    try {
      return ParseCsv(text, file_);
    } catch (const CsvError& error) {
      throw std::invalid_argument(error.what());
    }
  }

  /// Returns the columns in the order of the file; nullptr for an unknown one.
  std::vector<const Column*> Header(const CsvLine& line) const {
    for (const Column& column : kColumns) {
      const auto times = std::ranges::count(line.fields, column.name);
      if (times > 1) Fail(line.number, fmt::format("more than one column '{}'", column.name));
      if (times == 0 && column.needed)
        Fail(line.number, fmt::format("no column '{}'", column.name));
    }
    std::vector<const Column*> columns;
    for (const std::string& name : line.fields) {
      const auto* const found = std::ranges::find(kColumns, name, &Column::name);
      columns.push_back(found == kColumns.end() ? nullptr : found);
    }
    return columns;
  }

  Row ReadRow(const CsvLine& line, const std::vector<const Column*>& columns) const {
    if (line.fields.size() != columns.size()) {
      Fail(line.number, fmt::format("{} fields, and the header has {} columns", line.fields.size(),
                                    columns.size()));
    }
    Row row;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (columns[i] == nullptr) continue;
      const auto parse = [&](auto member) { return Parse(line.fields[i], Get(row, member)); };
      if (!std::visit(parse, columns[i]->member)) {
        Fail(line.number, fmt::format("column '{}': '{}'", columns[i]->name, line.fields[i]));
      }
    }
    if (row.what == kPlace) return row;
    const auto experiment = FindExperiment(row.what);
    if (!experiment) {
      Fail(line.number,
           fmt::format("column 'experiment': unknown experiment '{}'; known are: {}, {}", row.what,
                       fmt::join(kNames, ", "), kPlace));
    }
    row.sample.experiment = *experiment;
    return row;
  }

  std::size_t IndexOf(int line, Rank rank) const {
    constexpr Rank kMostRanks = 1 << 20;  // so that a typing error does not cost all memory
    if (rank >= kMostRanks) Fail(line, fmt::format("rank {} is above {}", rank, kMostRanks - 1));
    return static_cast<std::size_t>(rank);
  }

  void AddPlace(int line, const Row& row, std::vector<Place>& places,
                std::vector<bool>& placed) const {
    const std::size_t rank = IndexOf(line, row.sample.from);
    if (rank >= places.size()) {
      places.resize(rank + 1);
      placed.resize(rank + 1);
    }
    if (placed[rank]) Fail(line, fmt::format("a second place of rank {}", rank));
    placed[rank] = true;
    places[rank] = row.place;
  }

  void Check(int line, const NetworkSample& sample) const {
    const auto demand = [&](bool holds, const std::string& message) {
      if (!holds) Fail(line, message);
    };
    const Experiment what = sample.experiment;
    const bool many = what == Experiment::kOneToMany || what == Experiment::kOneToManyLastAnswers ||
                      what == Experiment::kManyToOne || HasPairs(what);
    demand(sample.from != sample.to || IsLocal(what),
           fmt::format("rank {} sends to itself", sample.from));
    demand(sample.from == sample.to || !IsLocal(what),
           fmt::format("column 'to': {} is about rank {} alone", ToText(what), sample.from));
    demand(sample.messages >= 1, "column 'messages': 0 is below 1");
    demand(sample.others.empty() || many,
           fmt::format("column 'others': {} has none", ToText(what)));
    demand(!HasPairs(what) || sample.others.size() % 2 == 0,
           "column 'others': an odd number of ranks are not pairs");
    demand(what != Experiment::kDelayedFlood || sample.delay > Seconds(0),
           "column 'delay_s': a delayed flood has a delay above 0");
    demand(sample.low <= sample.high, "column 'low_s': it is above 'high_s'");
  }

  /// Requires a place for each rank of the sample; where the file has no places, adds empty ones.
  void PlaceRanks(int line, const NetworkSample& sample, const std::vector<bool>& placed,
                  std::vector<Place>& places) const {
    std::vector<Rank> ranks = sample.others;
    ranks.insert(ranks.end(), {sample.from, sample.to});
    for (const Rank rank : ranks) {
      const std::size_t index = IndexOf(line, rank);
      if (!placed.empty() && (index >= placed.size() || !placed[index])) {
        Fail(line, fmt::format("no place of rank {}", rank));
      }
      if (index >= places.size()) places.resize(index + 1);
    }
  }

  const std::string& file_;
  const std::vector<CsvLine> lines_;
};

}  // namespace

std::string_view ToText(Experiment experiment) {
  return kNames[static_cast<std::size_t>(experiment)];
}

std::optional<Experiment> FindExperiment(std::string_view name) {
  const auto* const found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Experiment>(found - kNames.begin());
}

std::string WriteSamples(const NetworkData& data) {
  std::string text;
  for (const Column& column : kColumns) {
    text += fmt::format("{}{}", text.empty() ? "" : ",", column.name);
  }
  text += '\n';
  for (std::size_t rank = 0; rank < data.places.size(); ++rank) {
    const Place& place = data.places[rank];
    text +=
        fmt::format("{},{},,,,,,,,,,,,,{},{}\n", kPlace, rank, CsvField(place.host), place.socket);
  }
  for (const NetworkSample& sample : data.samples) {
    Row row{std::string(ToText(sample.experiment)), sample, {}};
    std::vector<std::string> fields;
    for (std::size_t i = 0; i + 2 < kColumns.size(); ++i) {
      fields.push_back(
          std::visit([&](auto member) { return Write(Get(row, member)); }, kColumns[i].member));
    }
    text += fmt::format("{},,\n", fmt::join(fields, ","));
  }
  return text;
}

NetworkData ReadSamples(std::string_view text, const std::string& file) {
  return Reader(text, file).Read();
}

}  // namespace colltune::measure
