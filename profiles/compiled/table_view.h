// The bytes of a compiled table as numbers, rows, rules and texts.
#ifndef COLLTUNE_PROFILES_COMPILED_TABLE_VIEW_H_
#define COLLTUNE_PROFILES_COMPILED_TABLE_VIEW_H_

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "profiles/compiled/checksum.h"
#include "profiles/compiled/table_layout.h"
#include "profiles/placement.h"
#include "profiles/region.h"

namespace colltune {

/// Numbers first .. last, both included, as they are stored.
struct SpanView {
  std::uint32_t first;
  std::uint32_t last;

  friend auto operator<=>(const SpanView&, const SpanView&) = default;
};

struct RowView {
  std::string_view collective;
  SpanView ranks;
  SpanView ranks_per_node;
  SpanView nodes;
  std::uint32_t sites;
  std::uint32_t mapping;
  std::uint32_t first_root;
  std::uint32_t last_root;
  std::uint32_t first_rule;
  std::uint32_t rules;

  auto Layouts() const { return std::tuple(collective, ranks, ranks_per_node, nodes); }
  auto Communicators() const { return std::tuple(Layouts(), sites, mapping); }
  /// Requires spans that are those of a region.
  colltune::Region Region() const {
    const auto span = [](const SpanView& view) {
      return Span{static_cast<int>(view.first), static_cast<int>(view.last)};
    };
    return {span(nodes), span(ranks_per_node), span(ranks)};
  }
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
    const auto span = [&](std::size_t from) {
      return SpanView{Number(at + from), Number(at + from + 4)};
    };
    return {Text(at),        span(8),         span(16),        span(24),        Number(at + 32),
            Number(at + 36), Number(at + 40), Number(at + 44), Number(at + 48), Number(at + 52)};
  }

  /// Returns the index of the first row of a collective, or of one that is sorted behind it.
  std::size_t FirstRowOf(std::string_view collective) const {
    std::size_t begin = 0;
    std::size_t end = rows();
    while (begin < end) {
      const std::size_t middle = begin + (end - begin) / 2;
      if (Row(middle).collective < collective) {
        begin = middle + 1;
      } else {
        end = middle;
      }
    }
    return begin;
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
