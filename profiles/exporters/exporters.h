// Profiles for other programs: counterparts of our choices, the programs' files, and the algorithms
// that these files select. Pure: no MPI, no clock, no files.
#ifndef COLLTUNE_PROFILES_EXPORTERS_EXPORTERS_H_
#define COLLTUNE_PROFILES_EXPORTERS_EXPORTERS_H_

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

/// Arguments that decisions depend on; bytes as profiles/FORMAT.md counts them.
struct Call {
  Collective collective = Collective::kBcast;
  int ranks = 0;
  int ranks_per_node = 0;
  Rank root = 0;
  Bytes bytes = {};
};

/// Returns the size of a call's communicator, on full nodes.
inline CommunicatorSize CommunicatorOf(const Call& call) {
  return OnFullNodes(call.ranks, call.ranks_per_node);
}

/// A program's algorithm for one of colltune's choices.
struct Counterpart {
  std::string name;      ///< in the program's words, with its parameters; never empty
  bool is_exact = true;  ///< the same algorithm; false: the nearest one
};

struct ExportedFile {
  std::string suffix;  ///< appended to the file's name that the user asks for
  std::string text;
};

/// A program's files, as it reads them itself.
class Selection {
 public:
  virtual ~Selection() = default;

  /// Returns the algorithm that the program runs, in its own words; empty if the files do not
  /// decide.
  virtual std::string Choose(const Call& call) const = 0;

  /// Returns the sizes from which on the program may run another algorithm. Ignores the call's own
  /// size.
  virtual std::vector<Bytes> Borders(const Call& call) const = 0;

  /// Returns the numbers of ranks from which on the program may run another algorithm for a
  /// collective; none where it looks up single numbers of ranks, or is not known to have borders.
  virtual std::vector<int> RankBorders([[maybe_unused]] Collective collective) const { return {}; }

  /// Returns the place in the files that decides as Choose says: "FILE:LINE"; empty where none is
  /// known.
  virtual std::string Where([[maybe_unused]] const Call& call) const { return ""; }

  /// Parts of the files that the program skips, or reads as something else than they look like:
  /// "FILE:LINE: what".
  std::vector<std::string> notes;
};

struct ReleaseTable;

/// An exporter. Plain data and functions without state.
struct Exporter {
  std::string_view name;     ///< "mpich-json"
  std::string_view summary;  ///< program and versions, in a line
  std::string_view use;      ///< how to use the files, in a sentence or two

  /// Returns the counterpart of a choice; nothing where the program has none, and then decides
  /// itself.
  std::optional<Counterpart> (*counterpart)(const Call& call, const Choice& choice);

  /// Writes the files; nullptr where the format cannot say what a profile says.
  std::vector<ExportedFile> (*write)(const Profile& profile);

  /// Reads files of any origin. Throws ProfileError, with `file` and the suffix as the file's name,
  /// for content that the program would refuse or misread.
  std::unique_ptr<Selection> (*read)(std::span<const ExportedFile> files, const std::string& file);

  /// Returns the choice for one of the program's own algorithms: the same own algorithm, a native
  /// one ("mpich:binomial"), or the nearest own one. nullptr if files cannot be imported.
  std::optional<Counterpart> (*choice_of)(Collective collective, const std::string& name);

  /// Part of the names of those files of a folder that can be read together; empty: no folder can
  /// be read.
  std::string_view folder_of = {};

  /// Whether the program tells communicators of as many ranks on other nodes apart; said of formats
  /// that can be imported.
  bool tells_nodes = false;

  /// Release of the program that the exporter is for: "4.2"; empty where releases read alike.
  std::string_view release = {};
  /// Device of the fingerprints that it is for; empty: devices that no other exporter of the
  /// release is for.
  std::string_view device = {};
  /// Exporters of this name for each release; nullptr where releases read alike.
  const ReleaseTable& (*releases)() = nullptr;
};

/// Exporters of one format, the oldest release first. A release is two numbers with a dot between;
/// a name that goes on, "5.0-ucx", is another build of that release.
struct ReleaseTable {
  std::string_view program;  ///< as fingerprints name it
  std::span<const Exporter> exporters;
};

/// Returns all exporters, which live as long as the program.
std::span<const Exporter> Exporters();

/// Tell whether an exporter writes files, or reads them to import.
bool CanExport(const Exporter& exporter);
bool CanImport(const Exporter& exporter);

/// Returns the exporter of that name. Throws std::invalid_argument that names the known ones.
const Exporter& FindExporter(std::string_view name);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_EXPORTERS_H_
