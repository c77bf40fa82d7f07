#include "tuner/reproduce/judging.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace colltune::tune {
namespace {

std::vector<std::string> Distinct(std::span<const FigureRow> rows, std::string FigureRow::*member) {
  std::vector<std::string> names;
  for (const FigureRow& row : rows) {
    if (std::ranges::find(names, row.*member) == names.end()) names.push_back(row.*member);
  }
  return names;
}

}  // namespace

double ValueAt(std::span<const FigureRow> rows, std::string_view group, std::string_view series,
               std::int64_t x) {
  const auto found = std::ranges::find_if(rows, [&](const FigureRow& row) {
    return row.group == group && row.series == series && row.x == x;
  });
  if (found != rows.end()) return found->value;
  throw MissingRow(fmt::format("there is no valid value of {}{}{} at {}", group,
                               group.empty() ? "" : " ", series, x));
}

std::vector<std::int64_t> XsOf(std::span<const FigureRow> rows, std::string_view group,
                               std::string_view series) {
  std::set<std::int64_t> xs;
  for (const FigureRow& row : rows) {
    if (row.group == group && row.series == series) xs.insert(row.x);
  }
  if (!xs.empty()) return {xs.begin(), xs.end()};
  throw MissingRow(
      fmt::format("there is no valid value of {}{}{}", group, group.empty() ? "" : " ", series));
}

std::vector<std::string> GroupsOf(std::span<const FigureRow> rows) {
  return Distinct(rows, &FigureRow::group);
}

std::vector<std::string> SeriesOf(std::span<const FigureRow> rows) {
  return Distinct(rows, &FigureRow::series);
}

bool AreAlike(double a, double b) { return std::max(a, b) <= kAlike * std::min(a, b); }

ClaimJudgement Judged(bool holds, std::string why) {
  return {holds ? ClaimVerdict::kHolds : ClaimVerdict::kFails, std::move(why)};
}

}  // namespace colltune::tune
