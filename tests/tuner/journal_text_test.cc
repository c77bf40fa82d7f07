#include "tuner/journal/journal_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "tests/tuner/journal_lines.h"

namespace colltune::tune {
namespace {

using testing::HasSubstr;

const std::vector<JournalEntry> kEntries = {
    JournalRun{1, "2026-01-31T12:00:00Z", "colltune tune"}, JournalNetwork{"a,b\n1,2\n"},
    JournalResult{AnsweredByHand(), AnswerByHand(), 1}, JournalHung{HungByHand(), 1, ""}};

const std::vector<std::string> kLines = {kOwnerLine, kRunLine, kNetworkLine, kAnswerLine,
                                         kHungLine};

std::string AllLines() {
  std::string text;
  for (const std::string& line : kLines) text += line;
  return text;
}

TEST(JournalText, ReadsWhatIsWrittenByHand) {
  const JournalReading reading = ReadJournal(AllLines());
  EXPECT_EQ(reading.fault, "");
  EXPECT_EQ(reading.bad_line, 0);
  EXPECT_EQ(reading.good_bytes, AllLines().size());
  EXPECT_EQ(reading.owner, OwnerByHand());
  EXPECT_EQ(reading.entries, kEntries);
}

TEST(JournalText, WritesLinesThatReadBack) {
  EXPECT_EQ(JournalLine(OwnerByHand()), kOwnerLine);
  EXPECT_EQ(JournalLine(kEntries[0]), kRunLine);
  EXPECT_EQ(JournalLine(kEntries[1]), kNetworkLine);
  EXPECT_EQ(JournalLine(kEntries[3]), kHungLine);
  std::string text = kOwnerLine;
  for (const JournalEntry& entry : kEntries) text += JournalLine(entry);
  EXPECT_EQ(ReadJournal(text).entries, kEntries);
}

TEST(JournalText, SaysWhyACandidateFailed) {
  const std::string answered = LineByHand(
      R"({"kind":"answer","run":1,"op":"bcast","ranks":13,"ranks_per_node":4,"bytes":65537,"root":5,)"
      R"("confirms":false,"spent":0.1,"timings":[{"choice":"chain","samples":0,"median":0.0,)"
      R"("low":0.0,"high":0.0,"failed":"error on rank 2: MPI_ERR_OTHER"}]})");
  const std::string ended = LineByHand(
      R"({"kind":"hung","run":1,"op":"alltoall","ranks":16,"ranks_per_node":4,"bytes":8,"root":0,)"
      R"("confirms":false,"choices":["bruck:k=2"],"failed":"crash (SIGSEGV) on rank 3"})");
  Trial trial = AnsweredByHand();
  trial.choices = {"chain"};
  TrialResult result{{{"chain", 0, {}, {}, {}, std::nullopt}}, Seconds(0.1)};
  result.timings[0].failed = "error on rank 2: MPI_ERR_OTHER";
  const std::vector<JournalEntry> entries = {
      JournalResult{trial, result, 1}, JournalHung{HungByHand(), 1, "crash (SIGSEGV) on rank 3"}};
  EXPECT_EQ(ReadJournal(kOwnerLine + answered + ended).entries, entries);
  EXPECT_EQ(JournalLine(entries[0]), answered);
  EXPECT_EQ(JournalLine(entries[1]), ended);
  EXPECT_EQ(ReadJournalEntry(ended.substr(0, ended.size() - 1)), entries[1]);
  EXPECT_EQ(ReadJournalEntry("0123456789abcdef {}"), std::nullopt);
}

TEST(JournalText, KnowsWhatWasCutShort) {
  TrialResult result = AnswerByHand();
  result.cut_short = true;
  const JournalEntry entry = JournalResult{AnsweredByHand(), result, 1};
  std::string line = kAnswerLine.substr(kAnswerLine.find('{'));
  line.pop_back();
  line.replace(line.find(R"(,"timings")"), 0, R"(,"cut_short":true)");
  const JournalReading reading = ReadJournal(kOwnerLine + LineByHand(line));
  ASSERT_EQ(reading.entries.size(), 1u) << reading.fault;
  EXPECT_EQ(reading.entries[0], entry);
  EXPECT_EQ(ReadJournal(kOwnerLine + JournalLine(entry)).entries, reading.entries);
}

TEST(JournalText, NamesLayoutsThatAreNotTheFirstRanksAlone) {
  const std::string line =
      LineByHand(R"({"kind":"hung","run":1,"op":"alltoall","ranks":16,"ranks_per_node":4,)"
                 R"("progression":{"nodes":8,"per_node":8,"first":3,"stride":4},"siblings":4,)"
                 R"("bytes":8,"root":0,"confirms":false,"choices":["bruck:k=2"]})");
  Trial trial = HungByHand();
  trial.problem.layout = {16, 4, {8, 8, 3, 4}, 4};
  const JournalEntry entry = JournalHung{trial, 1, ""};
  const JournalReading reading = ReadJournal(kOwnerLine + line);
  ASSERT_EQ(reading.entries.size(), 1u) << reading.fault;
  EXPECT_EQ(reading.entries[0], entry);
  EXPECT_EQ(JournalLine(entry), line);
}

TEST(JournalText, RefusesLayoutsThatCannotBe) {
  const auto fault = [](const std::string& layout) {
    return ReadJournal(kOwnerLine + LineByHand(R"({"kind":"hung","run":1,"op":"bcast","ranks":4,)"
                                               R"("ranks_per_node":1,)" +
                                               layout + "}"))
        .fault;
  };
  EXPECT_THAT(fault(R"("siblings":1)"), HasSubstr("'siblings' is 1, not from 2 to 536870911"));
  EXPECT_THAT(fault(R"("siblings":536870912)"), HasSubstr("'siblings' is 536870912, not from 2"));
  EXPECT_THAT(fault(R"("progression":4)"), HasSubstr("no usable 'progression'"));
  const std::string world = R"("progression":{"nodes":4,"per_node":2)";
  EXPECT_THAT(fault(world + "}"), HasSubstr("no usable 'first'"));
  EXPECT_THAT(fault(world + R"(,"first":8,"stride":1})"),
              HasSubstr("'first' is 8, not from 0 to 7"));
  EXPECT_THAT(fault(world + R"(,"first":0,"stride":0})"), HasSubstr("'stride' is 0, not from 1"));
  EXPECT_THAT(fault(world + R"(,"first":2,"stride":2})"),
              HasSubstr("rank 3 of 'progression' is not in its world of 8 ranks"));
  EXPECT_THAT(fault(world + R"(,"first":0,"stride":2147483647})"),
              HasSubstr("is not in its world"));
  EXPECT_THAT(fault(R"("progression":{"nodes":65536,"per_node":65536,"first":0,"stride":1})"),
              HasSubstr("'per_node' is 65536, not from 1 to 32767"));
}

TEST(JournalText, KeepsEveryDigit) {
  const double odd = std::nextafter(0.1, 1);
  const double least = std::numeric_limits<double>::denorm_min();
  Trial trial = AnsweredByHand();
  trial.problem.bytes = Bytes{(std::int64_t{1} << 62) - 1};
  TrialResult result = AnswerByHand();
  result.spent = Seconds(1e300 / 3);
  result.timings[0].median = Seconds(odd);
  result.timings[0].low = Seconds(least);
  const JournalEntry entry = JournalResult{trial, result, 2147483647};
  const JournalReading reading = ReadJournal(kOwnerLine + JournalLine(entry));
  ASSERT_EQ(reading.entries.size(), 1u) << reading.fault;
  EXPECT_EQ(reading.entries[0], entry);
}

/// The number of lines that end within the first `size` bytes.
std::size_t WholeLines(std::size_t size) {
  std::size_t lines = 0;
  std::size_t end = 0;
  while (lines < kLines.size() && end + kLines[lines].size() <= size) end += kLines[lines++].size();
  return lines;
}

void ExpectFirstLines(const JournalReading& reading, std::size_t lines) {
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < lines; ++i) bytes += kLines[i].size();
  EXPECT_EQ(reading.good_bytes, bytes);
  EXPECT_EQ(reading.owner.has_value(), lines > 0);
  EXPECT_EQ(reading.entries, std::vector<JournalEntry>(
                                 kEntries.begin(), kEntries.begin() + (lines > 0 ? lines - 1 : 0)));
}

TEST(JournalText, UsesWhatIsWholeOfATextThatIsCutAnywhere) {
  const std::string text = AllLines();
  for (std::size_t size = 0; size < text.size(); ++size) {
    SCOPED_TRACE(size);
    const JournalReading reading = ReadJournal(std::string_view(text).substr(0, size));
    const std::size_t lines = WholeLines(size);
    ExpectFirstLines(reading, lines);
    // A text that ends with a line is good, unless it is empty.
    const bool good = size > 0 && reading.good_bytes == size;
    EXPECT_EQ(reading.bad_line, good ? 0 : static_cast<int>(lines) + 1);
    EXPECT_EQ(reading.fault.empty(), good);
  }
}

TEST(JournalText, UsesWhatIsBeforeAWrongByte) {
  const std::string text = AllLines();
  for (std::size_t at = 0; at < text.size(); ++at) {
    for (const unsigned char flip : {0x01, 0x20, 0x80, 0xff, text[at] ^ '\n'}) {
      if (flip == 0) continue;
      SCOPED_TRACE(testing::Message() << at << " ^ " << int{flip});
      std::string wrong = text;
      wrong[at] = static_cast<char>(wrong[at] ^ flip);
      const JournalReading reading = ReadJournal(wrong);
      ExpectFirstLines(reading, WholeLines(at));
      EXPECT_EQ(reading.bad_line, static_cast<int>(WholeLines(at)) + 1);
      EXPECT_NE(reading.fault, "");
    }
  }
}

TEST(JournalText, SaysWhatIsWrongWithALine) {
  const auto fault = [](const std::string& json) {
    return ReadJournal(kOwnerLine + LineByHand(json)).fault;
  };
  EXPECT_THAT(fault("[1]"), HasSubstr("no JSON object"));
  EXPECT_THAT(fault("{\"a\":"), HasSubstr("no JSON object"));
  EXPECT_THAT(fault("{\"a\":1e999}"), HasSubstr("no JSON object"));
  EXPECT_THAT(fault(R"({"kind":"dream"})"), HasSubstr("unknown kind 'dream'"));
  EXPECT_THAT(fault(R"({"run":1})"), HasSubstr("no usable 'kind'"));
  EXPECT_THAT(fault(R"({"kind":"run","run":0,"date":"","command":""})"),
              HasSubstr("'run' is 0, not from 1"));
  EXPECT_THAT(fault(R"({"kind":"run","run":18446744073709551615,"date":"","command":""})"),
              HasSubstr("'run' is 18446744073709551615, not from 1 to 2147483647"));
  EXPECT_THAT(fault(R"({"kind":"run","run":1.5,"date":"","command":""})"),
              HasSubstr("no usable 'run'"));
  const std::string hung = R"({"kind":"hung","run":1,"op":)";
  EXPECT_THAT(fault(hung + R"("sing"})"), HasSubstr("unknown collective 'sing'"));
  EXPECT_THAT(fault(hung + R"("bcast","ranks":2,"ranks_per_node":3})"),
              HasSubstr("'ranks_per_node' is 3, not from 1 to 2"));
  EXPECT_THAT(fault(hung + R"("bcast","ranks":2,"ranks_per_node":1,"bytes":-1})"),
              HasSubstr("'bytes' is -1"));
  EXPECT_THAT(fault(hung + R"("bcast","ranks":2,"ranks_per_node":1,"bytes":1,"root":2})"),
              HasSubstr("'root' is 2, not from 0 to 1"));
  EXPECT_THAT(ReadJournal(kOwnerLine + kOwnerLine).fault, HasSubstr("unknown kind 'journal'"));
  EXPECT_THAT(ReadJournal(kRunLine).fault, HasSubstr("not of kind 'journal'"));
}

TEST(JournalText, RefusesAnotherVersion) {
  EXPECT_THAT([] { ReadJournal(LineByHand(R"({"kind":"journal","version":99,"new":"thing"})")); },
              testing::ThrowsMessage<std::invalid_argument>(HasSubstr("version 99")));
}

TEST(JournalOwner, DifferenceNamesWhatDiffers) {
  JournalOwner here = OwnerByHand();
  EXPECT_EQ(Difference(OwnerByHand(), here), "");
  here.machine.mpi = "Open MPI 4.1.4";
  here.ranks = 8;
  EXPECT_EQ(Difference(OwnerByHand(), here),
            "mpi is \"Open MPI 4.1.4\" here and \"MPICH 4.0.2\" in the journal; "
            "ranks is 8 here and 16 in the journal");
}

}  // namespace
}  // namespace colltune::tune
