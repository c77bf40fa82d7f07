// The decision table in the form that the preload library reads: no YAML, no evidence, a few
// kilobytes that are checked as a whole and used where they lie.
//
// A profile FILE.yaml has its table beside it in FILE.yaml.table; the table carries the checksum
// of the profile's bytes, so that a table never outlives an edit of its profile.
#ifndef COLLTUNE_PROFILES_COMPILED_COMPILED_TABLE_H_
#define COLLTUNE_PROFILES_COMPILED_COMPILED_TABLE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/places.h"
#include "profiles/compiled/checksum.h"
#include "profiles/compiled/table_layout.h"
#include "profiles/decision_table.h"
#include "profiles/fingerprint.h"

namespace colltune {

/// Returns the compiled form of the table, fingerprint and machine of the profile whose text
/// `source` identifies. Requires a table that keeps the promises of DecisionTable, as every table
/// that was read from a file does.
std::string CompileTable(const Fingerprint& fingerprint, const DecisionTable& table,
                         const Source& source, const std::optional<Machine>& machine = {});

/// A compiled table in memory.
class CompiledTable {
 public:
  using Rule = TableRule;  ///< its text lives as long as the table

  struct Row {
    std::optional<Roots> roots;  ///< none: all roots that no other row names
    std::vector<Rule> rules;     ///< sorted by size
  };

  /// Takes over the bytes of a compiled table and checks all of it: no bytes, however hostile, do
  /// more than throw. Throws ProfileError, with `file` as the file's name, for anything that
  /// CompileTable would not have written. Whether this program knows the names of collectives
  /// and algorithms in it is not checked: a collective that it does not know is never asked for,
  /// and a choice that it does not know is for the caller to decline.
  CompiledTable(std::string bytes, const std::string& file);

  /// Takes over the bytes of a table without a check. Requires that this or another process has
  /// checked these bytes before.
  static CompiledTable Trusted(std::string bytes) { return CompiledTable(std::move(bytes)); }

  /// Returns the bytes of the table without the rows whose communicators all have more than `ranks`
  /// ranks.
  std::string BytesUpTo(int ranks) const;

  const Fingerprint& fingerprint() const { return fingerprint_; }
  const Source& source() const { return source_; }
  /// Returns the machine with the keys of its hosts for their names, see machine_bytes.h; nullptr
  /// where the profile has none. Allocates.
  std::shared_ptr<const Machine> machine() const;

  /// Returns the rows for communicators of this size and placement: the rows that name roots by
  /// rising roots, then the row for all others. Looks at all rows of the collective in turn.
  /// Allocates.
  std::vector<Row> RowsFor(Collective collective, const CommunicatorSize& size,
                           const Placement& placement) const;

 private:
  explicit CompiledTable(std::string bytes);

  std::string bytes_;
  Source source_;
  Fingerprint fingerprint_;
};

/// Suffix that makes the name of a profile's table from the profile's name.
inline constexpr std::string_view kTableSuffix = ".table";

/// Returns the path of a profile's table: beside the profile, or beside the target of a symbolic
/// link.
std::string TablePath(const std::string& path);

/// Returns the bytes of the compiled table that belongs to `path`: of `path` itself if it is a
/// compiled table, else of TablePath(path), which must have been compiled from the very bytes of
/// `path`. A table that is newer than `path`, and from as many bytes, is taken to be so without
/// reading `path`. An application's start then reads no more when the evidence grows. Throws
/// ProfileError if a file is missing, cannot be read, or is out of date. CompiledTable still has to
/// check the bytes.
std::string ReadCompiled(const std::string& path);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_COMPILED_COMPILED_TABLE_H_
