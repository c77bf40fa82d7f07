// Profiles for other programs: what they have for our choices, their files, and what they run by
// these files. Pure: no MPI, no clock, no files.
#ifndef COLLTUNE_PROFILES_EXPORTERS_H_
#define COLLTUNE_PROFILES_EXPORTERS_H_

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/algorithm.h"
#include "profiles/profile.h"

namespace colltune {

/// What decisions depend on; bytes as profiles/FORMAT.md counts them.
struct Call {
  Collective collective = Collective::kBcast;
  int ranks = 0;
  int ranks_per_node = 0;
  Rank root = 0;
  Bytes bytes = {};
};

/// Of those that a row is for, that with the root that was measured.
inline Call CallOf(const Row& row, Bytes bytes) {
  return {row.collective, row.ranks, row.ranks_per_node, row.MeasuredRoot(), bytes};
}

/// What a program has for one of our choices.
struct Counterpart {
  std::string name;      ///< in its own words, with its parameters; never empty
  bool is_exact = true;  ///< the same algorithm; false: the nearest one
};

struct ExportedFile {
  std::string suffix;  ///< what the file's name has behind that which the user asks for
  std::string text;
};

/// A program's files, as it reads them itself.
class Selection {
 public:
  virtual ~Selection() = default;

  /// What it runs, in its own words; empty where it does what it does without the files.
  virtual std::string Choose(const Call& call) const = 0;

  /// The sizes, whatever that of the call is, from which on it may run something else.
  virtual std::vector<Bytes> Borders(const Call& call) const = 0;
};

/// One line of the table. Plain data and functions without state.
struct Exporter {
  std::string_view name;     ///< "mpich-json"
  std::string_view summary;  ///< which program and versions, in a line
  std::string_view use;      ///< what to do with the files, in a sentence or two

  /// Nothing where the program has none: it then does what it does by itself.
  std::optional<Counterpart> (*counterpart)(const Call& call, const Choice& choice);

  std::vector<ExportedFile> (*write)(const Profile& profile);

  /// Files of any origin. Throws ProfileError, with `file` and the suffix as the file's name, for
  /// what the program would refuse or misread.
  std::unique_ptr<Selection> (*read)(std::span<const ExportedFile> files, const std::string& file);

  /// What our table can say of one of the program's own choices: an algorithm of ours that is the
  /// same, or one of its own ("mpich:binomial"). nullptr where files cannot be imported.
  std::optional<std::string> (*choice_of)(Collective collective, const std::string& name);
};

/// Every one; lives as long as the program.
std::span<const Exporter> Exporters();

/// Throws std::invalid_argument that names the known ones.
const Exporter& FindExporter(std::string_view name);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_H_
