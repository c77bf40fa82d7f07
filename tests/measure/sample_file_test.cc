#include "measure/network/sample_file.h"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

namespace colltune::measure {
namespace {

NetworkData Example() {
  NetworkData data;
  data.places = {{"a,host", 0}, {"b", 1}, {"b", 0}};
  NetworkSample flood{Experiment::kFlood, 0, 2, Bytes{std::int64_t{1} << 40}};
  flood.messages = 10;
  flood.depth = 8;
  flood.repetitions = 20;
  flood.time = Seconds(1.0 / 3);
  flood.least = Seconds(std::numeric_limits<double>::denorm_min());
  flood.low = Seconds(0.1);
  flood.high = Seconds(std::numeric_limits<double>::max());
  NetworkSample fan{Experiment::kOneToManyLastAnswers, 2, 1, Bytes{0}};
  fan.delay = Seconds(1e-7);
  fan.others = {0, 3};
  fan.reply = Bytes{5};
  fan.time = Seconds(2e-6);
  data.places.push_back({"", 7});
  data.samples = {flood, fan};
  return data;
}

TEST(SampleFile, IsWrittenAsDescribed) {
  EXPECT_EQ(WriteSamples(Example()),
            "experiment,from,to,bytes,messages,depth,delay_s,others,reply,repetitions,time_s,"
            "least_s,low_s,high_s,host,socket\n"
            "place,0,,,,,,,,,,,,,\"a,host\",0\n"
            "place,1,,,,,,,,,,,,,b,1\n"
            "place,2,,,,,,,,,,,,,b,0\n"
            "place,3,,,,,,,,,,,,,,7\n"
            "flood,0,2,1099511627776,10,8,0,,0,20,0.3333333333333333,5e-324,0.1,"
            "1.7976931348623157e+308,,\n"
            "one_to_many_last_answers,2,1,0,1,0,1e-07,0 3,5,0,2e-06,0,0,0,,\n");
}

TEST(SampleFile, IsReadBackExactly) {
  const NetworkData data = ReadSamples(WriteSamples(Example()), "file");
  EXPECT_EQ(data.places, Example().places);
  ASSERT_EQ(data.samples.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    const NetworkSample& read = data.samples[i];
    const NetworkSample written = Example().samples[i];
    EXPECT_EQ(read.experiment, written.experiment);
    EXPECT_EQ(read.from, written.from);
    EXPECT_EQ(read.to, written.to);
    EXPECT_EQ(read.bytes, written.bytes);
    EXPECT_EQ(read.messages, written.messages);
    EXPECT_EQ(read.depth, written.depth);
    EXPECT_EQ(read.delay, written.delay);
    EXPECT_EQ(read.others, written.others);
    EXPECT_EQ(read.reply, written.reply);
    EXPECT_EQ(read.repetitions, written.repetitions);
    EXPECT_EQ(read.time, written.time);
    EXPECT_EQ(read.least, written.least);
    EXPECT_EQ(read.low, written.low);
    EXPECT_EQ(read.high, written.high);
  }
}

TEST(SampleFile, ExperimentsHaveNames) {
  for (int i = 0; i <= static_cast<int>(Experiment::kLocalReduce); ++i) {
    const auto experiment = static_cast<Experiment>(i);
    EXPECT_EQ(FindExperiment(ToText(experiment)), experiment);
  }
  EXPECT_EQ(ToText(Experiment::kSendCall), "send_call");
  EXPECT_EQ(ToText(Experiment::kPairsAtOnce), "pairs_at_once");
  EXPECT_FALSE(FindExperiment("place"));
}

TEST(SampleFile, NeedsNoMoreThanItsFirstColumns) {
  const NetworkData data = ReadSamples(
      "time_s,color,experiment,to,from,messages,bytes\n1e-6,red,round_trip,4,0,1,8\n", "file");
  ASSERT_EQ(data.samples.size(), 1u);
  EXPECT_EQ(data.samples[0].to, 4);
  EXPECT_EQ(data.samples[0].time, Seconds(1e-6));
  EXPECT_EQ(data.samples[0].low, Seconds(0));
  EXPECT_EQ(data.places, std::vector<Place>(5));
}

std::string Message(const std::string& text) {
  try {
    ReadSamples(text, "file");
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "none";
}

/// The error for a line with these fields, after valid lines.
std::string MessageOf(const std::string& line) {
  return Message(
      "experiment,from,to,bytes,messages,time_s,delay_s,others,low_s,high_s\n"
      "round_trip,0,1,8,1,1e-6,,,,\n" +
      line + "\n");
}

TEST(SampleFile, RefusesWhatItCannotMean) {
  EXPECT_EQ(Message(""), "file:1: no line that names the columns");
  EXPECT_EQ(Message("experiment,from,to,bytes,messages\n"), "file:1: no column 'time_s'");
  EXPECT_EQ(Message("experiment,from,to,bytes,messages,time_s,to\n"),
            "file:1: more than one column 'to'");
  EXPECT_EQ(Message("\"experiment\n"), "file:1: a quoted field does not end");
  EXPECT_EQ(MessageOf("round_trip,0,1,8"), "file:3: 4 fields, and the header has 10 columns");
  EXPECT_EQ(MessageOf("round_trip,-1,1,8,1,1e-6,,,,"), "file:3: column 'from': '-1'");
  EXPECT_EQ(MessageOf("round_trip,0,1x,8,1,1e-6,,,,"), "file:3: column 'to': '1x'");
  EXPECT_EQ(MessageOf("round_trip,0,1,8.5,1,1e-6,,,,"), "file:3: column 'bytes': '8.5'");
  EXPECT_EQ(MessageOf("round_trip,0,1,8,99999999999,1e-6,,,,"),
            "file:3: column 'messages': '99999999999'");
  EXPECT_EQ(MessageOf("round_trip,0,1,8,1,nan,,,,"), "file:3: column 'time_s': 'nan'");
  EXPECT_EQ(MessageOf("round_trip,0,1,8,1,inf,,,,"), "file:3: column 'time_s': 'inf'");
  EXPECT_EQ(MessageOf("round_trip,0,1,8,1,-1,,,,"), "file:3: column 'time_s': '-1'");
  EXPECT_EQ(MessageOf("one_to_many,0,1,8,1,1e-6,,2  3,,"), "file:3: column 'others': '2  3'");
  EXPECT_EQ(MessageOf("round_trip,1,1,8,1,1e-6,,,,"), "file:3: rank 1 sends to itself");
  EXPECT_EQ(MessageOf("local_copy,1,1,8,1,1e-6,,,,"), "none");
  EXPECT_EQ(MessageOf("local_copy,0,1,8,1,1e-6,,,,"),
            "file:3: column 'to': local_copy is about rank 0 alone");
  EXPECT_EQ(MessageOf("round_trip,0,1,8,0,1e-6,,,,"), "file:3: column 'messages': 0 is below 1");
  EXPECT_EQ(MessageOf("round_trip,0,1,8,1,1e-6,,2,,"),
            "file:3: column 'others': round_trip has none");
  EXPECT_EQ(MessageOf("pairs_at_once,0,1,8,1,1e-6,,2,,"),
            "file:3: column 'others': an odd number of ranks are not pairs");
  EXPECT_EQ(MessageOf("delayed_flood,0,1,8,2,1e-6,0,,,"),
            "file:3: column 'delay_s': a delayed flood has a delay above 0");
  EXPECT_EQ(MessageOf("round_trip,0,1,8,1,1e-6,,,2,1"),
            "file:3: column 'low_s': it is above 'high_s'");
  EXPECT_EQ(MessageOf("round_trip,0,1048576,8,1,1e-6,,,,"),
            "file:3: rank 1048576 is above 1048575");
  EXPECT_EQ(MessageOf("place,0,,,,,,,,\nplace,0,,,,,,,,"), "file:4: a second place of rank 0");
  EXPECT_EQ(MessageOf("place,0,,,,,,,,"), "file:2: no place of rank 1");
  EXPECT_EQ(
      MessageOf("ping,0,1,8,1,1e-6,,,,"),
      "file:3: column 'experiment': unknown experiment 'ping'; known are: round_trip, flood, "
      "delayed_flood, late_receive, one_to_many, one_to_many_last_answers, send_call, "
      "send_overlap, receive_overlap, many_to_one, pairs_at_once, streams_at_once, local_copy, "
      "local_reduce, place");
}

}  // namespace
}  // namespace colltune::measure
