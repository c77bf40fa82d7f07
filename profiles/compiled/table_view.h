// The bytes of a compiled table as numbers, rows, rules and texts.
#ifndef COLLTUNE_PROFILES_COMPILED_TABLE_VIEW_H_
#define COLLTUNE_PROFILES_COMPILED_TABLE_VIEW_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "profiles/compiled/checksum.h"
#include "profiles/compiled/table_layout.h"
#include "profiles/placement.h"

namespace colltune {

struct RowView {
  std::string_view collective;
  std::uint32_t ranks;
  std::uint32_t ranks_per_node;
  std::uint32_t sites;
  std::uint32_t mapping;
  std::uint32_t first_root;
  std::uint32_t last_root;
  std::uint32_t first_rule;
  std::uint32_t rules;

  auto Layout() const { return std::tuple(collective, ranks, ranks_per_node); }
  auto Communicators() const { return std::tuple(Layout(), sites, mapping); }
  colltune::Placement Placement() const {
    return {static_cast<int>(sites), static_cast<Mapping>(mapping)};
  }
  auto Key() const { return std::tuple(Communicators(), first_root); }
  bool NamesRoots() const { return first_root != kOtherRoots; }
};

/// Reads the parts of a table from its bytes. Its functions require that Fault() found nothing, or
/// that the parts they read are known to lie within the bytes.
class TableView {
 public:
  explicit TableView(std::string_view bytes) : bytes_(bytes) {
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
    return {Text(at),        Number(at + 8),  Number(at + 12), Number(at + 16), Number(at + 20),
            Number(at + 24), Number(at + 28), Number(at + 32), Number(at + 36)};
  }

  TableRule Rule(std::size_t index) const {
    const std::size_t at = RuleAt(index);
    return {Size(at), Size(at + 8), Text(at + 16)};
  }

  /// The bytes of one row, of its rules, and of all texts.
  std::string_view RowBytes(std::size_t index) const {
    return bytes_.substr(kHeaderSize + index * kRowSize, kRowSize);
  }
  std::string_view RulesBytes(const RowView& row) const {
    return bytes_.substr(RuleAt(row.first_rule), row.rules * kRuleSize);
  }
  std::string_view Texts() const { return bytes_.substr(texts_at_, texts_size_); }

  /// Returns what is wrong with the bytes; empty where nothing is.
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

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_COMPILED_TABLE_VIEW_H_
