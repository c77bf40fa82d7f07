#include "profiles/compiled_table.h"

#include <xxhash.h>

#include <filesystem>
#include <limits>
#include <system_error>
#include <tuple>
#include <utility>

#include "profiles/profile.h"
#include "profiles/read_file.h"
#include "profiles/table_layout.h"

namespace colltune {
namespace {

struct RowView {
  std::string_view collective;
  std::uint32_t ranks;
  std::uint32_t ranks_per_node;
  std::uint32_t first_root;
  std::uint32_t last_root;
  std::uint32_t first_rule;
  std::uint32_t rules;

  auto Layout() const { return std::tuple(collective, ranks, ranks_per_node); }
  auto Key() const { return std::tuple(Layout(), first_root); }
  bool NamesRoots() const { return first_root != kOtherRoots; }
};

/// What lies where in the bytes of a table. Its functions require that Fault() found nothing, or
/// that what they read is known to lie within the bytes.
class View {
 public:
  explicit View(std::string_view bytes) : bytes_(bytes) {
    if (bytes.size() < kHeaderSize) return;
    rows_ = Number(kRowsAt);
    rules_ = Number(kRulesAt);
    rules_at_ = kHeaderSize + rows_ * kRowSize;
    texts_at_ = rules_at_ + rules_ * kRuleSize;
    texts_size_ = Number(kTextsAt);
  }

  std::uint32_t Number(std::size_t at) const { return Get<std::uint32_t>(bytes_, at); }
  std::uint64_t rows() const { return rows_; }
  colltune::Source Source() const {
    return {Get<std::uint64_t>(bytes_, kSourceAt), Get<std::uint64_t>(bytes_, kSourceAt + 8)};
  }

  std::string_view Text(std::size_t reference) const {
    return bytes_.substr(texts_at_ + Number(reference), Number(reference + 4));
  }

  RowView Row(std::size_t index) const {
    const std::size_t at = kHeaderSize + index * kRowSize;
    return {Text(at),        Number(at + 8),  Number(at + 12), Number(at + 16),
            Number(at + 20), Number(at + 24), Number(at + 28)};
  }

  CompiledTable::Rule Rule(std::size_t index) const {
    const std::size_t at = RuleAt(index);
    return {Size(at), Size(at + 8), Text(at + 16)};
  }

  /// Empty, or what is wrong with the bytes.
  std::string Fault() const;

 private:
  std::size_t RuleAt(std::size_t index) const { return rules_at_ + index * kRuleSize; }

  Bytes Size(std::size_t at) const {
    return {static_cast<std::int64_t>(Get<std::uint64_t>(bytes_, at))};
  }

  bool TextLiesWithin(std::size_t reference) const {
    return std::uint64_t{Number(reference)} + Number(reference + 4) <= texts_size_;
  }

  std::string FaultOfRow(std::size_t index, std::uint64_t first_rule) const;
  std::string FaultOfRules(const RowView& row) const;

  std::string_view bytes_;
  std::uint64_t rows_ = 0;
  std::uint64_t rules_ = 0;
  std::size_t rules_at_ = 0;
  std::size_t texts_at_ = 0;
  std::uint64_t texts_size_ = 0;
};

std::string View::Fault() const {
  if (!bytes_.starts_with(kTableMagic)) return "it does not begin like one";
  if (bytes_.size() < kHeaderSize + kChecksumSize) return "it is cut off";
  if (Number(kVersionAt) != kTableVersion) {
    return "it is of version " + std::to_string(Number(kVersionAt)) + ", this program reads " +
           std::to_string(kTableVersion);
  }
  // The counts have 32 bits each, so that the sum cannot overflow 64.
  if (bytes_.size() != texts_at_ + texts_size_ + kChecksumSize) return "its size is wrong";
  const std::size_t body = bytes_.size() - kChecksumSize;
  if (Get<std::uint64_t>(bytes_, body) != Checksum(bytes_.substr(0, body))) {
    return "its checksum is wrong";
  }
  if (!TextLiesWithin(kMpiAt) || !TextLiesWithin(kCpuAt) || Number(kCoresAt) < 1 ||
      Number(kCoresAt) > std::numeric_limits<int>::max()) {
    return "its fingerprint is wrong";
  }
  std::uint64_t first_rule = 0;
  for (std::size_t i = 0; i < rows(); ++i) {
    std::string fault = FaultOfRow(i, first_rule);
    if (!fault.empty()) return "row " + std::to_string(i) + " " + fault;
    first_rule += Row(i).rules;
  }
  return first_rule == rules_ ? "" : "it has rules that belong to no row";
}

std::string View::FaultOfRow(std::size_t index, std::uint64_t first_rule) const {
  if (!TextLiesWithin(kHeaderSize + index * kRowSize)) return "has a text outside of the table";
  const RowView row = Row(index);
  if (row.ranks < 1 || row.ranks > std::numeric_limits<int>::max() || row.ranks_per_node < 1 ||
      row.ranks_per_node > row.ranks) {
    return "has wrong numbers of ranks";
  }
  if (row.first_rule != first_rule || first_rule + row.rules > rules_) {
    return "has rules outside of the table";
  }
  if (row.last_root < row.first_root || (row.NamesRoots() && row.last_root >= row.ranks)) {
    return "has wrong roots";
  }
  if (index > 0 && Row(index - 1).Key() >= row.Key()) return "is out of order";
  if (index > 0 && Row(index - 1).Layout() == row.Layout() &&
      Row(index - 1).last_root >= row.first_root) {
    return "has roots of the row before";
  }
  return FaultOfRules(row);
}

std::string View::FaultOfRules(const RowView& row) const {
  Bytes before{-1};
  for (std::size_t i = row.first_rule; i < std::size_t{row.first_rule} + row.rules; ++i) {
    if (!TextLiesWithin(RuleAt(i) + 16)) return "has a text outside of the table";
    const CompiledTable::Rule rule = Rule(i);
    if (rule.first <= before || rule.last < rule.first || rule.choice.empty()) {
      return "has rules that are empty, overlap or are out of order";
    }
    before = rule.last;
  }
  return {};
}

/// The bytes, if they are a table.
std::string Checked(std::string bytes, const std::string& file) {
  const std::string fault = View(bytes).Fault();
  if (fault.empty()) return bytes;
  throw ProfileError(
      file, 0,
      "is no usable compiled table: " + fault + "; write it anew with: colltune compile PROFILE");
}

bool IsTable(std::string_view bytes) {
  return bytes.starts_with(kTableMagic) && bytes.size() >= kHeaderSize;
}

/// The table of `path`, where neither its time nor its size says that it is of another version.
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
  return !fault && size == View(*table).Source().bytes ? table : std::nullopt;
}

}  // namespace

std::uint64_t Checksum(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

std::string TablePath(const std::string& path) { return path + ".table"; }

Source SourceOf(std::string_view text) { return {text.size(), Checksum(text)}; }

CompiledTable::CompiledTable(std::string bytes, const std::string& file)
    : CompiledTable(Checked(std::move(bytes), file)) {}

CompiledTable::CompiledTable(std::string bytes) : bytes_(std::move(bytes)) {
  const View view(bytes_);
  source_ = view.Source();
  fingerprint_ = {std::string(view.Text(kMpiAt)), std::string(view.Text(kCpuAt)),
                  static_cast<int>(view.Number(kCoresAt))};
}

std::vector<CompiledTable::Row> CompiledTable::RowsFor(Collective collective, int ranks,
                                                       int ranks_per_node) const {
  std::vector<Row> rows;
  if (ranks < 1 || ranks_per_node < 1) return rows;
  const View view(bytes_);
  const std::tuple wanted(ToText(collective), static_cast<std::uint32_t>(ranks),
                          static_cast<std::uint32_t>(ranks_per_node));
  std::size_t begin = 0;
  std::size_t end = view.rows();
  while (begin < end) {
    const std::size_t middle = begin + (end - begin) / 2;
    if (view.Row(middle).Layout() < wanted) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  for (; begin < view.rows() && view.Row(begin).Layout() == wanted; ++begin) {
    const RowView row = view.Row(begin);
    Row& added = rows.emplace_back();
    if (row.NamesRoots()) {
      added.roots = {static_cast<Rank>(row.first_root), static_cast<Rank>(row.last_root)};
    }
    for (std::size_t i = 0; i < row.rules; ++i) {
      added.rules.push_back(view.Rule(row.first_rule + i));
    }
  }
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
  if (View(*table).Source() != SourceOf(profile)) {
    throw ProfileError(table_path, 0, "was compiled from another version of " + path + cure);
  }
  return *std::move(table);
}

}  // namespace colltune
