// A part of a compiled table.
#include "profiles/compiled_table.h"
#include "profiles/table_layout.h"

namespace colltune {

std::string CompiledTable::BytesUpTo(int ranks) const {
  constexpr std::size_t kRanks = 8;  // within a row
  constexpr std::size_t kFirstRule = 24;
  const auto number = [this](std::size_t at) { return Get<std::uint32_t>(bytes_, at); };
  const auto count_of = [](const std::string& records, std::size_t size) {
    return static_cast<std::uint32_t>(records.size() / size);
  };
  const std::size_t rules_at = kHeaderSize + number(kRowsAt) * kRowSize;
  const std::size_t texts_at = rules_at + number(kRulesAt) * kRuleSize;
  std::string rows;
  std::string rules;
  for (std::size_t at = kHeaderSize; at < rules_at; at += kRowSize) {
    if (number(at + kRanks) > static_cast<std::uint32_t>(ranks)) continue;
    const std::size_t first = number(at + kFirstRule);
    const std::uint32_t count = number(at + kFirstRule + 4);
    rows.append(bytes_, at, kFirstRule);
    Put(rows, count_of(rules, kRuleSize));
    Put(rows, count);
    rules.append(bytes_, rules_at + first * kRuleSize, count * kRuleSize);
  }
  std::string part = bytes_.substr(0, kRowsAt);
  Put(part, count_of(rows, kRowSize));
  Put(part, count_of(rules, kRuleSize));
  part.append(bytes_, kTextsAt, kHeaderSize - kTextsAt);
  part += rows;
  part += rules;
  part.append(bytes_, texts_at, number(kTextsAt));
  Put(part, Checksum(part));
  return part;
}

}  // namespace colltune
