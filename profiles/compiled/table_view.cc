#include "profiles/compiled/table_view.h"

#include <limits>

#include "algorithms/places.h"
#include "profiles/compiled/machine_bytes.h"

namespace colltune {

std::string TableView::Fault() const {
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
  const auto counts = [this](std::size_t at) {
    return Number(at) >= 1 && Number(at) <= std::numeric_limits<int>::max();
  };
  if (!TextLiesWithin(kMpiAt) || !TextLiesWithin(kCpuAt) || !TextLiesWithin(kDeviceAt) ||
      !counts(kCoresAt) || !counts(kSocketsAt)) {
    return "its fingerprint is wrong";
  }
  if (!TextLiesWithin(kMachineAt) ||
      (!Text(kMachineAt).empty() && !UnpackMachine(Text(kMachineAt)))) {
    return "its machine is wrong";
  }
  std::uint64_t first_rule = 0;
  for (std::size_t i = 0; i < rows(); ++i) {
    std::string fault = FaultOfRow(i, first_rule);
    if (!fault.empty()) return "row " + std::to_string(i) + " " + fault;
    first_rule += Row(i).rules;
  }
  return first_rule == rules_ ? "" : "it has rules that belong to no row";
}

std::string TableView::FaultOfRow(std::size_t index, std::uint64_t first_rule) const {
  if (!TextLiesWithin(kHeaderSize + index * kRowSize)) return "has a text outside of the table";
  const RowView row = Row(index);
  for (const SpanView& span : {row.ranks, row.ranks_per_node, row.nodes}) {
    if (span.first < 1 || span.last < span.first || span.last > std::uint32_t{kMostCount}) {
      return "has wrong numbers of ranks or nodes";
    }
  }
  const Span ranks = row.Region().PossibleRanks();
  if (ranks.IsEmpty()) return "is for no communicator";
  if (row.sites > Machine::kMostSites) return "has too many sites";
  if (row.mapping >= kMappingNames.size()) return "has an unknown mapping";
  if (row.first_rule != first_rule || first_rule + row.rules > rules_) {
    return "has rules outside of the table";
  }
  if (row.last_root < row.first_root ||
      (row.NamesRoots() && row.last_root >= static_cast<std::uint32_t>(ranks.last))) {
    return "has wrong roots";
  }
  if (index > 0 && Row(index - 1).Key() >= row.Key()) return "is out of order";
  if (index > 0 && Row(index - 1).Layouts() == row.Layouts() &&
      !Overlap(Row(index - 1).Placement(), row.Placement()).empty()) {
    return "is for ranks that the row before is for";
  }
  if (index > 0 && Row(index - 1).Communicators() == row.Communicators() &&
      Row(index - 1).last_root >= row.first_root) {
    return "has roots of the row before";
  }
  return FaultOfRules(row);
}

std::string TableView::FaultOfRules(const RowView& row) const {
  Bytes before{-1};
  for (std::size_t i = row.first_rule; i < std::size_t{row.first_rule} + row.rules; ++i) {
    if (!TextLiesWithin(RuleAt(i) + 16)) return "has a text outside of the table";
    const TableRule rule = Rule(i);
    if (rule.first <= before || rule.last < rule.first || rule.choice.empty()) {
      return "has rules that are empty, overlap or are out of order";
    }
    before = rule.last;
  }
  return {};
}

}  // namespace colltune
