#include "tuner/journal/journal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <filesystem>

#include "tests/profiles/temporary_folder.h"
#include "tests/tuner/journal_lines.h"

namespace colltune::tune {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

class JournalTest : public testing::Test {
 protected:
  const TemporaryFolder folder;
  const std::string path = folder / "journal";
};

TEST_F(JournalTest, WritesTheFormat) {
  Journal journal = Journal::Create(path, OwnerByHand());
  EXPECT_EQ(folder.Read("journal"), kOwnerLine);
  journal.AppendRun("2026-01-31T12:00:00Z", "colltune tune");
  EXPECT_EQ(folder.Read("journal"), kOwnerLine + kRunLine);
  journal.AppendNetwork("a,b\n1,2\n");
  EXPECT_EQ(folder.Read("journal"), kOwnerLine + kRunLine + kNetworkLine);
  journal.AppendHung(HungByHand(), "");
  EXPECT_EQ(folder.Read("journal"), kOwnerLine + kRunLine + kNetworkLine + kHungLine);
  EXPECT_THAT(journal.warnings(), IsEmpty());
}

TEST_F(JournalTest, GoesOnWhereItWasLeft) {
  folder.Write("journal", kOwnerLine + kRunLine + kNetworkLine + kAnswerLine + kHungLine);
  {
    Journal journal = Journal::Resume(path, OwnerByHand());
    EXPECT_THAT(journal.warnings(), IsEmpty());
    EXPECT_EQ(journal.run(), 0);
    ASSERT_TRUE(journal.known().NetworkSamples());
    EXPECT_EQ(*journal.known().NetworkSamples(), "a,b\n1,2\n");
    EXPECT_EQ(journal.known().Find(AnsweredByHand()), AnswerByHand());
    EXPECT_TRUE(journal.known().HasHung(HungByHand()));
    EXPECT_FALSE(journal.known().HasHung(AnsweredByHand()));
    EXPECT_DOUBLE_EQ(journal.known().Spent().count(), 0.1);
    journal.AppendRun("2026-02-01T12:00:00Z", "colltune tune --resume");
    EXPECT_EQ(journal.run(), 2);
    journal.AppendResult(AnsweredByHand(), AnswerByHand());
    EXPECT_DOUBLE_EQ(journal.known().Spent().count(), 0.2);
  }
  const Journal journal = Journal::Resume(path, OwnerByHand());
  ASSERT_EQ(journal.known().entries().size(), 6u);
  EXPECT_EQ(journal.known().entries()[4],
            JournalEntry(JournalRun{2, "2026-02-01T12:00:00Z", "colltune tune --resume"}));
  EXPECT_EQ(journal.known().entries()[5],
            JournalEntry(JournalResult{AnsweredByHand(), AnswerByHand(), 2}));
  EXPECT_EQ(folder.Count(), 1);
}

TEST_F(JournalTest, FindsAnswersByWhatWasAsked) {
  Journal journal = Journal::Create(path, OwnerByHand());
  journal.AppendRun("now", "colltune tune");
  journal.AppendResult(AnsweredByHand(), AnswerByHand());

  Trial turned = AnsweredByHand();
  std::ranges::reverse(turned.choices);
  ASSERT_TRUE(journal.known().Find(turned));
  EXPECT_EQ(journal.known().Find(turned)->timings[0], AnswerByHand().timings[1]);
  EXPECT_EQ(journal.known().Find(turned)->timings[1], AnswerByHand().timings[0]);

  for (const auto& change : std::vector<void (*)(Trial&)>{
           [](Trial& e) { e.problem.collective = Collective::kReduce; },
           [](Trial& e) { e.problem.layout.ranks = 14; },
           [](Trial& e) { e.problem.layout.ranks_per_node = 3; },
           [](Trial& e) {
             e.problem.layout.progression = {4, 4, 0, 1};
           },
           [](Trial& e) { e.problem.layout.siblings = 2; },
           [](Trial& e) { e.problem.bytes = Bytes{65536}; }, [](Trial& e) { e.problem.root = 0; },
           [](Trial& e) { e.choices.pop_back(); }, [](Trial& e) { e.replicates = true; }}) {
    Trial other = AnsweredByHand();
    change(other);
    EXPECT_FALSE(journal.known().Find(other));
  }
}

TEST_F(JournalTest, TellsRunsAndConfirmationsApart) {
  Trial again = AnsweredByHand();
  again.replicates = true;
  TrialResult second = AnswerByHand();
  second.spent = Seconds(0.25);
  TrialResult third = AnswerByHand();
  third.spent = Seconds(0.5);
  Journal journal = Journal::Create(path, OwnerByHand());
  journal.AppendRun("now", "colltune tune");
  journal.AppendResult(AnsweredByHand(), AnswerByHand());
  journal.AppendRun("later", "colltune tune --resume");
  journal.AppendResult(again, second);
  journal.AppendRun("at last", "colltune tune --resume");
  journal.AppendResult(again, third);
  EXPECT_EQ(journal.known().Find(AnsweredByHand()), AnswerByHand());
  EXPECT_EQ(journal.known().Find(again), third);
}

TEST_F(JournalTest, WhatHungOnceIsNotRepeatedToConfirmIt) {
  Journal journal = Journal::Create(path, OwnerByHand());
  journal.AppendRun("now", "colltune tune");
  journal.AppendHung(HungByHand(), "");
  Trial again = HungByHand();
  again.replicates = true;
  EXPECT_TRUE(journal.known().HasHung(again));
}

TEST_F(JournalTest, SurvivesBeingCutAnywhere) {
  const std::string text = kOwnerLine + kRunLine + kHungLine;
  for (std::size_t size = 0; size < text.size(); ++size) {
    SCOPED_TRACE(size);
    const bool in_first = size < kOwnerLine.size();
    const bool in_second = size < kOwnerLine.size() + kRunLine.size();
    const std::string good = in_first ? "" : in_second ? kOwnerLine : kOwnerLine + kRunLine;
    folder.Write("journal", text.substr(0, size));
    std::filesystem::remove(folder / "journal.bad");
    {
      Journal journal = Journal::Resume(path, OwnerByHand());
      EXPECT_EQ(journal.warnings().size(), !in_first && size == good.size() ? 0u : 1u);
      EXPECT_EQ(journal.known().entries().size(), in_second ? 0u : 1u);
      journal.AppendRun("now", "go on");
    }
    EXPECT_EQ(folder.Read("journal.bad"), text.substr(good.size(), size - good.size()));
    const Journal journal = Journal::Resume(path, OwnerByHand());
    EXPECT_THAT(journal.warnings(), IsEmpty());
    EXPECT_EQ(journal.known().entries().size(), in_second ? 1u : 2u);
  }
}

TEST_F(JournalTest, KeepsAsideAllThatWasEverBad) {
  folder.Write("journal.bad", "older\n");
  std::string wrong = kRunLine;
  wrong[20] ^= 1;
  folder.Write("journal", kOwnerLine + wrong + kHungLine);
  const Journal journal = Journal::Resume(path, OwnerByHand());
  EXPECT_THAT(journal.warnings(),
              ElementsAre(path + ":2: its checksum is wrong; from this line on it was moved to " +
                          path + ".bad"));
  EXPECT_EQ(folder.Read("journal.bad"), "older\n" + wrong + kHungLine);
  EXPECT_EQ(folder.Read("journal"), kOwnerLine);
}

TEST_F(JournalTest, RefusesWhatBelongsToAnother) {
  folder.Write("journal", kOwnerLine + kRunLine);
  JournalOwner other = OwnerByHand();
  other.ranks = 8;
  EXPECT_THAT([&] { Journal::Resume(path, other); },
              ThrowsMessage<JournalError>(HasSubstr(
                  path + ":1: belongs to another machine or job: ranks is 8 here and 16")));
  EXPECT_EQ(folder.Read("journal"), kOwnerLine + kRunLine);
}

TEST_F(JournalTest, LeavesAnotherVersionAsItIs) {
  const std::string line = LineByHand(R"({"kind":"journal","version":99,"new":"thing"})");
  folder.Write("journal", line);
  EXPECT_THAT([&] { Journal::Resume(path, OwnerByHand()); },
              ThrowsMessage<JournalError>(HasSubstr("version 99")));
  EXPECT_EQ(folder.Read("journal"), line);
}

TEST_F(JournalTest, KnowsAnOwnerThatIsNoText) {
  JournalOwner owner = OwnerByHand();
  owner.machine.cpu = "Some \xff CPU";
  { const Journal journal = Journal::Create(path, owner); }
  EXPECT_THAT(Journal::Resume(path, owner).warnings(), IsEmpty());
}

TEST_F(JournalTest, IsNeverOverwritten) {
  folder.Write("journal", kOwnerLine);
  EXPECT_THAT([&] { Journal::Create(path, OwnerByHand()); },
              ThrowsMessage<JournalError>(HasSubstr("--resume, or remove it")));
  EXPECT_THAT([&] { Journal::Resume(folder / "none", OwnerByHand()); },
              ThrowsMessage<JournalError>(HasSubstr("nothing to resume")));
  EXPECT_THAT([&] { Journal::Create(folder / "none/journal", OwnerByHand()); },
              ThrowsMessage<JournalError>(HasSubstr("No such file or directory")));
}

TEST_F(JournalTest, HasOneUserAtATime) {
  const Journal first = Journal::Create(path, OwnerByHand());
  EXPECT_THAT([&] { Journal::Resume(path, OwnerByHand()); },
              ThrowsMessage<JournalError>(HasSubstr("in use by another colltune")));
}

TEST_F(JournalTest, RefusesWhatIsNoFile) {
  EXPECT_THAT([] { Journal::Resume("/dev/null", OwnerByHand()); },
              ThrowsMessage<JournalError>("/dev/null: is not a regular file"));
}

/// Limits the files of this process to `bytes`, as on a full disk.
class SizeLimit {
 public:
  explicit SizeLimit(std::size_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~SizeLimit() { setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

TEST_F(JournalTest, TakesALineAsAWholeOrNotAtAll) {
  Journal journal = Journal::Create(path, OwnerByHand());
  {
    const SizeLimit limit(kOwnerLine.size() + 10);
    EXPECT_THAT([&] { journal.AppendRun("2026-01-31T12:00:00Z", "colltune tune"); },
                ThrowsMessage<JournalError>(HasSubstr("cannot be written")));
  }
  EXPECT_EQ(folder.Read("journal"), kOwnerLine);
  EXPECT_THAT(journal.known().entries(), IsEmpty());
  journal.AppendRun("2026-01-31T12:00:00Z", "colltune tune");
  EXPECT_EQ(folder.Read("journal"), kOwnerLine + kRunLine);
}

}  // namespace
}  // namespace colltune::tune
