#include "profiles/compiled/compiled_table.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "profiles/compiled/machine_bytes.h"
#include "profiles/compiled/table_layout.h"
#include "profiles/compiled/table_view.h"
#include "profiles/link_target.h"
#include "profiles/profile.h"
#include "profiles/read_file.h"

namespace colltune {
namespace {

/// Returns the bytes if they are a table, else throws ProfileError.
std::string Checked(std::string bytes, const std::string& file) {
  const std::string fault = TableView(bytes).Fault();
  if (fault.empty()) return bytes;
  throw ProfileError(
      file, 0,
      "is no usable compiled table: " + fault + "; write it anew with: colltune compile PROFILE");
}

bool IsTable(std::string_view bytes) {
  return bytes.starts_with(kTableMagic) && bytes.size() >= kHeaderSize;
}

/// Returns the table of `path`, unless its time or its size shows that it is of another version.
std::optional<std::string> TableByItsLooks(const std::string& path) {
  const std::string table_path = TablePath(path);
  std::error_code fault;
  const auto profile_time = std::filesystem::last_write_time(path, fault);
  const auto table_time =
      fault ? profile_time : std::filesystem::last_write_time(table_path, fault);
  if (fault || table_time <= profile_time) return std::nullopt;
  std::optional<std::string> table = ReadFileIfAny(table_path);
  if (!table || !IsTable(*table)) return std::nullopt;
  const std::uintmax_t size = std::filesystem::file_size(path, fault);
  return !fault && size == TableView(*table).Source().bytes ? table : std::nullopt;
}

}  // namespace

std::string TablePath(const std::string& path) {
  return LinkTarget(path) + std::string(kTableSuffix);
}

CompiledTable::CompiledTable(std::string bytes, const std::string& file)
    : CompiledTable(Checked(std::move(bytes), file)) {}

CompiledTable::CompiledTable(std::string bytes) : bytes_(std::move(bytes)) {
  const TableView view(bytes_);
  source_ = view.Source();
  fingerprint_ = {.mpi = std::string(view.Text(kMpiAt)),
                  .cpu = std::string(view.Text(kCpuAt)),
                  .cores = static_cast<int>(view.Number(kCoresAt)),
                  .sockets = static_cast<int>(view.Number(kSocketsAt)),
                  .device = std::string(view.Text(kDeviceAt))};
}

std::shared_ptr<const Machine> CompiledTable::machine() const {
  std::optional<Machine> known = UnpackMachine(TableView(bytes_).Text(kMachineAt));
  return known ? std::make_shared<const Machine>(*std::move(known)) : nullptr;
}

std::vector<CompiledTable::Row> CompiledTable::RowsFor(Collective collective,
                                                       const CommunicatorSize& size,
                                                       const Placement& placement) const {
  std::vector<Row> rows;
  const TableView view(bytes_);
  const std::string_view name = ToText(collective);
  for (std::size_t index = view.FirstRowOf(name);
       index < view.rows() && view.Row(index).collective == name; ++index) {
    const RowView row = view.Row(index);
    if (!row.Region().Contains(size) || !row.Placement().Covers(placement)) continue;
    Row& added = rows.emplace_back();
    if (row.NamesRoots()) {
      added.roots = {static_cast<Rank>(row.first_root), static_cast<Rank>(row.last_root)};
    }
    for (std::size_t i = 0; i < row.rules; ++i) {
      added.rules.push_back(view.Rule(row.first_rule + i));
    }
  }
  std::ranges::stable_sort(rows, [](const Row& one, const Row& other) {
    return one.roots && (!other.roots || *one.roots < *other.roots);
  });
  return rows;
}

std::string ReadCompiled(const std::string& path) {
  if (std::optional<std::string> table = TableByItsLooks(path)) return *std::move(table);
  std::string profile = ReadFile(path);
  if (profile.starts_with(kTableMagic)) return profile;
  const std::string cure = "; run: colltune compile " + path;
  const std::string table_path = TablePath(path);
  std::optional<std::string> table = ReadFileIfAny(table_path);
  if (!table) throw ProfileError(path, 0, "has no compiled table " + table_path + cure);
  if (!IsTable(*table)) {
    throw ProfileError(table_path, 0, "is not a compiled table" + cure);
  }
  if (TableView(*table).Source() != SourceOf(profile)) {
    throw ProfileError(table_path, 0, "was compiled from another version of " + path + cure);
  }
  return *std::move(table);
}

}  // namespace colltune
