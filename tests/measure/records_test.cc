#include "measure/records/records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "measure/records/csv.h"

namespace colltune::measure {
namespace {

constexpr const char* kHeader = "op,algorithm,method,ranks,bytes,root,repetition,seconds,valid";

Record Example() {
  Record record;
  record.op = "bcast";
  record.algorithm = "knomial:k=4";
  record.method = "round_time";
  record.ranks = 16;
  record.bytes = Bytes{std::int64_t{1} << 40};
  record.root = 3;
  record.repetition = 7;
  record.seconds = Seconds(1.5e-6);
  record.valid = false;
  record.destination = 2;
  record.clock_error = Seconds(2e-8);
  record.preempted = true;
  record.run = 9;
  record.reduction = "max";
  record.clock = "MPI_Wtime";
  record.clock_resolution = Seconds(1e-9);
  record.clock_cost = Seconds(0);
  record.clock_sync = "hca3";
  record.host = "a,host";
  record.mpi = "MPI \"4\"";
  record.date = "2026-01-02T03:04:05Z";
  record.command = "two\nlines";
  return record;
}

TEST(CsvRow, HasTheColumnsOfTheHeader) {
  EXPECT_EQ(CsvHeader(), std::string(kHeader) +
                             ",destination,clock_error,preempted,run,reduction,clock,"
                             "clock_resolution,clock_cost,clock_sync,host,mpi,date,command");
  EXPECT_EQ(CsvRow(Example()),
            "bcast,knomial:k=4,round_time,16,1099511627776,3,7,1.5e-06,0,2,2e-08,1,9,max,MPI_Wtime,"
            "1e-09,0,hca3,\"a,host\",\"MPI \"\"4\"\"\",2026-01-02T03:04:05Z,\"two\nlines\"");
  EXPECT_EQ(CsvRow({}), ",,,0,0,0,0,0,1,,0,0,0,,,0,0,,,,,");
}

TEST(JsonLine, SaysTheSameInTheSameOrder) {
  const std::string line = JsonLine(Example());
  EXPECT_EQ(line.find('\n'), std::string::npos);
  const auto object = nlohmann::ordered_json::parse(line);
  std::string names;
  for (const auto& [name, value] : object.items()) names += (names.empty() ? "" : ",") + name;
  EXPECT_EQ(names, CsvHeader());
  EXPECT_EQ(object["bytes"], std::int64_t{1} << 40);
  EXPECT_EQ(object["seconds"], 1.5e-6);
  EXPECT_EQ(object["valid"], false);
  EXPECT_EQ(object["destination"], 2);
  EXPECT_EQ(object["mpi"], "MPI \"4\"");
  EXPECT_EQ(object["command"], "two\nlines");
}

TEST(JsonLine, HasNullForWhatIsNotThere) {
  Record record;
  record.clock_error = Seconds(std::numeric_limits<double>::infinity());
  record.command = "\xff";  // no UTF-8
  const auto object = nlohmann::json::parse(JsonLine(record));
  EXPECT_TRUE(object["destination"].is_null());
  EXPECT_TRUE(object["host"].is_null());
  EXPECT_TRUE(object["clock_error"].is_null());
  EXPECT_EQ(object["command"], "\xef\xbf\xbd");  // U+FFFD
}

TEST(ReadCsv, GivesBackWhatWasWritten) {
  Record third;
  third.seconds = Seconds(1.0 / 3);  // 17 digits
  third.clock_error = Seconds(std::numeric_limits<double>::infinity());
  const std::vector<Record> records = {Example(), {}, third};
  std::string text = CsvHeader() + "\n";
  for (const Record& record : records) text += CsvRow(record) + "\n";
  EXPECT_EQ(ReadCsv(text, "f"), records);
}

TEST(ReadCsv, TakesColumnsByName) {
  const auto records = ReadCsv(
      "new,valid,seconds,repetition,root,bytes,ranks,method,algorithm,op\r\n"
      "\"x \"\",\"\"\r\ny\",1,2e-3,0,1,8,4,round_time,chain,bcast\r\n\r\n",
      "f");
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].op, "bcast");
  EXPECT_EQ(records[0].seconds, Seconds(2e-3));
  EXPECT_EQ(records[0].ranks, 4);
  EXPECT_EQ(records[0].run, 0);
  EXPECT_FALSE(records[0].destination.has_value());
}

struct Bad {
  std::string text;
  std::string message;
};

TEST(ReadCsv, NamesFileLineAndColumn) {
  const std::string header = std::string(kHeader) + ",destination\n";
  const std::string good = "bcast,chain,round_time,4,8,0,0,1e-6,1,\n";
  const std::vector<Bad> cases = {
      {"", "f:1: no line that names the columns"},
      {"op,op\n", "f:1: more than one column 'op'"},
      {"op,algorithm\n", "f:1: no column 'method'"},
      {header + good + "bcast,chain\n", "f:3: 2 fields, and the header has 10 columns"},
      {header + "bcast,chain,round_time,4,8,0,0,1e-6s,1,\n", "f:2: column 'seconds': '1e-6s'"},
      {header + "bcast,chain,round_time,4,8,0,0,nan,1,\n", "f:2: column 'seconds': 'nan'"},
      {header + "bcast,chain,round_time,,8,0,0,1,1,\n", "f:2: column 'ranks': ''"},
      {header + "bcast,chain,round_time,4,-8,0,0,1,1,\n", "f:2: column 'bytes': '-8'"},
      {header + "bcast,chain,round_time,4,8,0,0,1,yes,\n", "f:2: column 'valid': 'yes'"},
      {header + "bcast,chain,round_time,4,8,0,0,1,1,x\n", "f:2: column 'destination': 'x'"},
      {header + "bcast,\"two\nlines\",round_time,4,8,0,99999999999,1,1,\n",
       "f:2: column 'repetition': '99999999999'"},
      {header + good + "bcast,\"chain\n", "f:3: a quoted field does not end"},
      {header + "bcast,\"chain\"s,round_time\n", "f:2: a quoted field is followed by text"},
      {header + "bcast,cha\"in,round_time\n", "f:2: a quote in a field without quotes"},
  };
  for (const Bad& bad : cases) {
    EXPECT_THAT([&] { ReadCsv(bad.text, "f"); },
                testing::ThrowsMessage<CsvError>(testing::StrEq(bad.message)))
        << bad.text;
  }
}

}  // namespace
}  // namespace colltune::measure
