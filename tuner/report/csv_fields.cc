#include "tuner/report/csv_fields.h"

#include <fmt/format.h>

namespace colltune::tune {

std::string RowHeader() { return "op,ranks,ranks_per_node,sites,mapping,first_root,last_root"; }

std::string RowFields(const Row& row) {
  const Placement& placement = row.placement;
  const CommunicatorSize size = row.region.Smallest();
  return fmt::format("{},{},{},{},{},{}", ToText(row.collective), size.ranks, size.ranks_per_node,
                     placement.sites > 0 ? fmt::to_string(placement.sites) : "",
                     ToText(placement.mapping),
                     row.roots ? fmt::format("{},{}", row.roots->first, row.roots->last) : ",");
}

std::string RegionHeader() {
  return "first_nodes,last_nodes,first_ranks_per_node,last_ranks_per_node,first_ranks,last_ranks";
}

std::string RegionFields(const Row& row) {
  const auto text = [](const Span& span) {
    return fmt::format("{},{}", span.first,
                       span.last == kMostCount ? "" : fmt::to_string(span.last));
  };
  return fmt::format("{},{},{}", text(row.region.nodes), text(row.region.ranks_per_node),
                     text(row.region.PossibleRanks()));
}

std::string NumberField(const std::optional<double>& number) {
  return number ? fmt::format("{}", *number) : "";
}

std::string MicrosecondsField(Seconds time) {
  return fmt::format("{:.6g}", Microseconds(time).count());
}

}  // namespace colltune::tune
