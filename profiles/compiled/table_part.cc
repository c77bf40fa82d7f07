// Copies a part of a compiled table: the rows of communicators up to a number of ranks.
#include "profiles/compiled/compiled_table.h"
#include "profiles/compiled/table_layout.h"
#include "profiles/compiled/table_view.h"

namespace colltune {

std::string CompiledTable::BytesUpTo(int ranks) const {
  const TableView view(bytes_);
  const auto count_of = [](const std::string& records, std::size_t size) {
    return static_cast<std::uint32_t>(records.size() / size);
  };
  std::string rows;
  std::string rules;
  for (std::size_t i = 0; i < view.rows(); ++i) {
    const RowView row = view.Row(i);
    if (row.Region().PossibleRanks().first > ranks) continue;
    rows += view.RowBytes(i).substr(0, kFirstRuleAt);
    Put(rows, count_of(rules, kRuleSize));
    Put(rows, row.rules);
    rules += view.RulesBytes(row);
  }
  std::string part = bytes_.substr(0, kRowsAt);
  Put(part, count_of(rows, kRowSize));
  Put(part, count_of(rules, kRuleSize));
  part.append(bytes_, kTextsAt, kHeaderSize - kTextsAt);
  part += rows;
  part += rules;
  part += view.Texts();
  Put(part, Checksum(part));
  return part;
}

}  // namespace colltune
