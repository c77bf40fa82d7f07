// What to run for a collective call, and the measurements that say so.
#ifndef COLLTUNE_PROFILES_DECISION_TABLE_H_
#define COLLTUNE_PROFILES_DECISION_TABLE_H_

#include <optional>
#include <string>
#include <vector>

#include "algorithms/collective.h"
#include "algorithms/units.h"

namespace colltune {

/// One candidate at one measured size. A candidate that the model ruled out has no samples and
/// only a prediction.
struct Candidate {
  std::string
      choice;  ///< as ToText(Choice) writes it: an algorithm and its parameters, or "library"
  int samples = 0;
  Seconds median{};  ///< of the samples, as are the bounds of its confidence interval
  Seconds low{};
  Seconds high{};
  std::optional<Seconds> predicted;

  friend bool operator==(const Candidate&, const Candidate&) = default;
};

/// Everything known about one measured size: the candidates, the measured ones first, fastest
/// first; and why the decision is what it is, in a sentence.
struct Evidence {
  Bytes bytes;
  std::vector<Candidate> candidates;
  std::string reason;

  const Candidate* Find(std::string_view choice) const;
  friend bool operator==(const Evidence&, const Evidence&) = default;
};

/// Messages of first .. last bytes, both included, use `choice`.
struct Rule {
  Bytes first;
  Bytes last;
  std::string choice;
  std::vector<Evidence> evidence;  ///< by rising size, each within [first, last]

  friend bool operator==(const Rule&, const Rule&) = default;
};

/// The rules for communicators of `ranks` processes, at most `ranks_per_node` of them on one
/// node. The rules are sorted and do not overlap; a size between them goes to the library.
struct Row {
  Collective collective = Collective::kBcast;
  int ranks = 0;
  int ranks_per_node = 0;
  std::vector<Rule> rules;

  const Rule* Find(Bytes bytes) const;
  friend bool operator==(const Row&, const Row&) = default;
};

/// All rows, sorted by collective, ranks and ranks per node, each combination once. What has no
/// row goes to the library: colltune decides only where it measured.
struct DecisionTable {
  std::vector<Row> rows;

  const Row* Find(Collective collective, int ranks, int ranks_per_node) const;
  friend bool operator==(const DecisionTable&, const DecisionTable&) = default;
};

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_DECISION_TABLE_H_
