#include "tuner/report/selection.h"

#include <fmt/format.h>

#include <stdexcept>
#include <string>

#include "tuner/text/table_text.h"

namespace colltune::tune {
namespace {

bool Fits(const std::optional<int>& wanted, const Span& span) {
  return !wanted || span.Contains(*wanted);
}

template <typename Value>
bool Fits(const std::optional<Value>& wanted, const Value& value) {
  return !wanted || *wanted == value;
}

bool IsForRoot(const DecisionTable& table, const Row& row, const std::optional<Rank>& root) {
  if (!root) return true;
  const CommunicatorSize size = row.region.Smallest();
  return *root < size.ranks && table.Find(row.collective, size, *root, row.placement) == &row;
}

}  // namespace

std::vector<const Row*> SelectRows(const DecisionTable& table, const Wanted& wanted) {
  std::vector<const Row*> of_collective;
  std::vector<const Row*> rows;
  for (const Row& row : table.rows) {
    if (row.collective != *wanted.collective) continue;
    of_collective.push_back(&row);
    if (Fits(wanted.ranks, row.region.PossibleRanks()) &&
        Fits(wanted.ranks_per_node, row.region.ranks_per_node) &&
        Fits(wanted.sites, row.placement.sites) && Fits(wanted.mapping, row.placement.mapping) &&
        IsForRoot(table, row, wanted.root)) {
      rows.push_back(&row);
    }
  }
  const std::string_view name = ToText(*wanted.collective);
  if (of_collective.empty()) {
    throw std::invalid_argument(fmt::format("--op: the profile has nothing of {}", name));
  }
  if (rows.empty()) {
    throw std::invalid_argument(fmt::format("the profile has no such row of {}; there are: {}",
                                            name, LayoutsText(of_collective)));
  }
  return rows;
}

std::string LayoutsText(const std::vector<const Row*>& rows) {
  constexpr std::size_t kShown = 6;
  std::string text;
  for (std::size_t i = 0; i < rows.size() && i < kShown; ++i) {
    text += (i == 0 ? "" : "; ") + LayoutText(*rows[i]);
  }
  if (rows.size() > kShown) text += fmt::format("; and {} more", rows.size() - kShown);
  return text;
}

}  // namespace colltune::tune
