// A journal as text: one line for each entry, of which every single one can be checked.
//
// A line is the checksum of its JSON (XXH3 of 64 bits, seed 0) in 16 hexadecimal digits, a blank,
// and the JSON, an object on one line. The first line says what the journal belongs to; its `kind`
// is "journal". Numbers have the digits that read back as exactly the same, times are in seconds.
//
// An answer that was cut short has `"cut_short":true`; older programs take it for a whole one.
//
// All of this is persistent: a change that an older program would misread gets a new version.
#ifndef COLLTUNE_TUNER_JOURNAL_JOURNAL_TEXT_H_
#define COLLTUNE_TUNER_JOURNAL_JOURNAL_TEXT_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "profiles/fingerprint.h"
#include "tuner/problem/question.h"

namespace colltune::tune {

inline constexpr int kJournalVersion = 2;

/// What a journal belongs to: answers of another machine, job or way to time say nothing here.
struct JournalOwner {
  Fingerprint machine;
  int ranks = 0;  ///< of the job
  int ranks_per_node = 0;
  std::string method;  ///< how operations were timed
  std::string clock;   ///< its name

  friend bool operator==(const JournalOwner&, const JournalOwner&) = default;
};

/// Empty when they are equal; else what of `here` differs from the journal's `recorded`.
std::string Difference(const JournalOwner& recorded, const JournalOwner& here);

/// A start of the program: 1, 2, ...
struct JournalRun {
  int number = 0;
  std::string date;  ///< UTC, ISO 8601
  std::string command;

  friend bool operator==(const JournalRun&, const JournalRun&) = default;
};

/// The samples of the network's experiments, in a form of the caller's own.
struct JournalNetwork {
  std::string samples;

  friend bool operator==(const JournalNetwork&, const JournalNetwork&) = default;
};

struct JournalAnswer {
  Question question;
  Answer answer;
  int run = 0;

  friend bool operator==(const JournalAnswer&, const JournalAnswer&) = default;
};

/// A question whose job did not live to answer it: it hung, deadlocked or crashed. Its choices are
/// those that were being performed: one, or several where it is not known which.
struct JournalHung {
  Question question;
  int run = 0;
  std::string reason;  ///< "crash on rank 1: signal 11"; empty in journals of older programs

  friend bool operator==(const JournalHung&, const JournalHung&) = default;
};

using JournalEntry = std::variant<JournalRun, JournalNetwork, JournalAnswer, JournalHung>;

/// The line, with its end. Texts are UTF-8; other bytes become U+FFFD. Requires an answer that has
/// the question's choices, in their order.
std::string JournalLine(const JournalOwner& owner);
std::string JournalLine(const JournalEntry& entry);

/// The entry of one line, without its end; nothing where the line is damaged or of another kind.
std::optional<JournalEntry> ReadJournalEntry(std::string_view line);

/// What the lines before the first bad one say.
struct JournalReading {
  std::optional<JournalOwner> owner;  ///< none: the first line is missing or bad
  std::vector<JournalEntry> entries;
  std::size_t good_bytes = 0;  ///< of the text, all in whole lines
  int bad_line = 0;            ///< from 1; 0: there is none
  std::string fault;           ///< what is wrong with it
};

/// Reads any text, however damaged. Throws std::invalid_argument only for an intact first line of
/// another version.
JournalReading ReadJournal(std::string_view text);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOURNAL_JOURNAL_TEXT_H_
