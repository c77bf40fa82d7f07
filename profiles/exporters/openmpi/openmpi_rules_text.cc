#include "profiles/exporters/openmpi/openmpi_rules_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

namespace colltune {
namespace {

constexpr std::string_view kVersion = "rule-file-version-";
constexpr std::string_view kSpace = " \t\r\n\v\f";
constexpr std::int64_t kMostInt = std::numeric_limits<int>::max();
constexpr std::int64_t kMostLong = std::numeric_limits<std::int64_t>::max();

/// A count in the file.
struct Announced {
  std::string_view what;  ///< "rules"
  std::int64_t count = 0;
  int line = 0;
};

/// The numbers of a file, one after the other.
class Numbers {
 public:
  Numbers(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  /// Fails with the counts that led here also: a wrong count shows later.
  [[noreturn]] void Fail(const std::string& reason) const {
    throw ProfileError(file_, line_, reason + CountsText());
  }

  void Note(const std::string& what) {
    notes_.push_back(fmt::format("{}:{}: {}", file_, line_, what));
  }

  /// Reads the version if the file begins with a version line. Requires that nothing has been read
  /// yet.
  int Version() {
    if (!text_.starts_with(kVersion)) return 1;
    text_.remove_prefix(kVersion.size());
    const std::int64_t version = Next("version", 2);
    if (version == 0) Fail("there is no version 0 of rule files");
    return static_cast<int>(version);
  }

  std::int64_t Next(std::string_view what, std::int64_t most) {
    SkipToNumber();
    const std::string_view word = Word();
    if (word.empty()) Fail(fmt::format("the file ends where {} should be", what));
    // Open MPI takes 010 for 8, and takes only a part of 1e6, 1,2 or -1.
    const bool is_plain = word.find_first_not_of("0123456789") == word.npos &&
                          (word.front() != '0' || word.size() == 1);
    if (!is_plain) {
      Fail(fmt::format("'{}' should be {}, a decimal number without leading zeros", word, what));
    }
    std::int64_t number = 0;
    const auto fault = std::from_chars(word.data(), word.data() + word.size(), number).ec;
    if (fault != std::errc() || number > most) {
      Fail(fmt::format("{} {} is larger than {}", what, word, most));
    }
    text_.remove_prefix(word.size());
    return number;
  }

  /// Reads a count, and then calls `each` so many times.
  template <typename Each>
  void Repeat(std::string_view what, Each each) {
    const std::int64_t count = Next(fmt::format("the number of {}", what), kMostInt);
    std::erase_if(ended_, [&](const Announced& one) { return one.what == what; });
    open_.push_back({what, count, line_});
    for (std::int64_t i = 0; i < count; ++i) each();
    ended_.push_back(open_.back());
    open_.pop_back();
  }

  bool HasMoreOnLine() const {
    const std::size_t next = text_.find_first_not_of(" \t");
    return next != text_.npos && text_[next] >= '0' && text_[next] <= '9';
  }

  std::string Where() const { return fmt::format("{}:{}", file_, line_); }

  /// Returns notes on text after the last rule, which Open MPI does not read.
  std::vector<std::string> Finish() {
    SkipToNumber();
    if (!text_.empty()) {
      Note(fmt::format("'{}' comes after the last rule, and is not read{}", Word(), CountsText()));
    }
    return std::move(notes_);
  }

 private:
  std::string CountsText() const {
    std::vector<Announced> counts = ended_;
    if (!open_.empty()) {
      counts.push_back(open_.back());
      std::erase_if(counts, [&](const Announced& one) { return one.line < open_.back().line; });
    }
    std::string text;
    for (const Announced& one : counts) {
      text += fmt::format("; line {} announces {} {}", one.line, one.count, one.what);
    }
    return text;
  }

  std::string_view Word() const { return text_.substr(0, text_.find_first_of(" \t\r\n\v\f#")); }

  /// Skips words that are no numbers, and a byte order mark, as Open MPI does.
  void SkipToNumber() {
    if (text_.starts_with("\xef\xbb\xbf")) text_.remove_prefix(3);
    while (!text_.empty()) {
      if (text_.front() == '#') {
        text_.remove_prefix(std::min(text_.find('\n'), text_.size()));
      } else if (kSpace.find(text_.front()) != kSpace.npos) {
        line_ += text_.front() == '\n' ? 1 : 0;
        text_.remove_prefix(1);
      } else if (Word().find_first_of("0123456789") == std::string_view::npos) {
        Note(fmt::format("'{}': not a number; skipped", Word()));
        text_.remove_prefix(Word().size());
      } else {
        return;
      }
    }
  }

  std::string_view text_;
  const std::string& file_;
  int line_ = 1;
  std::vector<Announced> open_;   ///< the outermost first
  std::vector<Announced> ended_;  ///< the last one of each kind
  std::vector<std::string> notes_;
};

TunedRule ReadRule(Numbers& numbers, Collective collective, int version, OpenMpi release) {
  TunedRule rule;
  rule.first.count = numbers.Next("the bytes of a message", kMostLong);
  rule.where = numbers.Where();
  TunedChoice& choice = rule.choice;
  choice.number = numbers.Next("the number of an algorithm", kMostInt);
  if (choice.number > 0 && !TunedName(collective, choice.number, release)) {
    numbers.Fail(fmt::format("{} has no algorithm {}", ToText(collective), choice.number));
  }
  choice.fanout = numbers.Next("a fan-in and -out", kMostInt);
  choice.segment = numbers.Next("the bytes of a segment", kMostInt);
  if (version > 1 && numbers.HasMoreOnLine()) {
    choice.requests = numbers.Next("a number of requests", kMostInt);
  }
  return rule;
}

void ReadRulesOf(Numbers& numbers, Collective collective, int version, OpenMpi release,
                 std::vector<TunedRule>& rules) {
  numbers.Repeat("rules", [&] {
    TunedRule rule = ReadRule(numbers, collective, version, release);
    if (rules.empty()) {
      if (rule.first.count > 0) numbers.Fail("the first rule is not for messages from 0 bytes on");
    } else {
      if (rule.first <= rules.back().first) {
        numbers.Fail(fmt::format("a rule from {} bytes on comes after one from {} on",
                                 rule.first.count, rules.back().first.count));
      }
      rules.back().last.count = rule.first.count - 1;
    }
    rules.push_back(std::move(rule));
  });
}

void ReadBlocks(Numbers& numbers, Collective collective, int version, OpenMpi release,
                std::vector<TunedBlock>& blocks) {
  int least = 0;
  numbers.Repeat("communicator sizes", [&] {
    const auto ranks = static_cast<int>(numbers.Next("the ranks of a communicator", kMostInt));
    TunedBlock block;
    if (!blocks.empty()) {  // the first block also holds for smaller communicators
      if (ranks <= least) numbers.Fail(fmt::format("{} ranks come after {}", ranks, least));
      block.first = ranks;
      blocks.back().last = ranks - 1;
    }
    least = ranks;
    ReadRulesOf(numbers, collective, version, release, block.rules);
    blocks.push_back(std::move(block));
  });
}

}  // namespace

TunedRead ReadRules(std::string_view text, const std::string& file, OpenMpi release) {
  Numbers numbers(text, file);
  const int version = numbers.Version();
  TunedRead read;
  numbers.Repeat("collectives", [&] {
    const std::int64_t id = numbers.Next("the id of a collective", kMostInt);
    const TunedCollective* tuned = FindTuned(id);
    if (tuned == nullptr) numbers.Fail(fmt::format("there are no rules for collective {}", id));
    const auto [blocks, is_new] = read.table.try_emplace(tuned->collective);
    if (!is_new) numbers.Fail(fmt::format("{} is there twice", ToText(tuned->collective)));
    ReadBlocks(numbers, tuned->collective, version, release, blocks->second);
  });
  read.notes = numbers.Finish();
  return read;
}

}  // namespace colltune
