// Text of a journal: one line for each entry, each with a checksum of its own.
//
// A line is the checksum of its JSON (XXH3 of 64 bits, seed 0) in 16 hexadecimal digits, a blank,
// and the JSON, an object on one line. The first line names the journal's owner; its `kind` is
// "journal". Numbers have enough digits to read back exactly; times are in seconds.
//
// A result that was cut short has `"cut_short":true`; older programs take it for a whole one.
//
// A communicator that is not the first ranks of each node has a "progression", and one of several
// that worked at the same time their number, "siblings"; older programs take it for one alone.
//
// The format is persistent: a change that an older program would misread gets a new version.
#ifndef COLLTUNE_TUNER_JOURNAL_JOURNAL_TEXT_H_
#define COLLTUNE_TUNER_JOURNAL_JOURNAL_TEXT_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "profiles/fingerprint.h"
#include "tuner/problem/trial.h"

namespace colltune::tune {

inline constexpr int kJournalVersion = 2;

/// Owner of a journal: results of another machine, job or timing method are of no use here.
struct JournalOwner {
  Fingerprint machine;
  int ranks = 0;  ///< of the job
  int ranks_per_node = 0;
  std::string method;  ///< name of the timing method
  std::string clock;   ///< name of the clock

  friend bool operator==(const JournalOwner&, const JournalOwner&) = default;
};

/// Returns how the owner `here` differs from the journal's, `recorded`; empty where both are equal.
std::string Difference(const JournalOwner& recorded, const JournalOwner& here);

/// A start of the program.
struct JournalRun {
  int number = 0;    ///< 1, 2, ...
  std::string date;  ///< UTC, ISO 8601
  std::string command;

  friend bool operator==(const JournalRun&, const JournalRun&) = default;
};

/// Samples of the network's experiments, in the caller's format.
struct JournalNetwork {
  std::string samples;

  friend bool operator==(const JournalNetwork&, const JournalNetwork&) = default;
};

struct JournalResult {
  Trial trial;
  TrialResult result;
  int run = 0;

  friend bool operator==(const JournalResult&, const JournalResult&) = default;
};

/// A trial whose job hung, deadlocked or crashed before a result. The trial's choices are
/// the ones being performed: one, or several where the one to blame is unknown.
struct JournalHung {
  Trial trial;
  int run = 0;
  std::string reason;  ///< "crash on rank 1: signal 11"; empty in journals of older programs

  friend bool operator==(const JournalHung&, const JournalHung&) = default;
};

using JournalEntry = std::variant<JournalRun, JournalNetwork, JournalResult, JournalHung>;

/// Returns the line of an owner or an entry, with its newline. Texts are UTF-8; other bytes become
/// U+FFFD. Requires a result that has the trial's choices, in their order.
std::string JournalLine(const JournalOwner& owner);
std::string JournalLine(const JournalEntry& entry);

/// Reads the entry of a line without its newline; nothing where the line is damaged or of another
/// kind.
std::optional<JournalEntry> ReadJournalEntry(std::string_view line);

/// Content of the lines before the first bad one.
struct JournalReading {
  std::optional<JournalOwner> owner;  ///< none: the first line is missing or bad
  std::vector<JournalEntry> entries;
  std::size_t good_bytes = 0;  ///< length of these lines
  int bad_line = 0;            ///< number of the first bad line, from 1; 0: none
  std::string fault;           ///< the fault of the bad line
};

/// Reads any text, however damaged. Throws std::invalid_argument only for an intact first line of
/// another version.
JournalReading ReadJournal(std::string_view text);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOURNAL_JOURNAL_TEXT_H_
