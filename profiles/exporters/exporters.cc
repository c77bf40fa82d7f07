#include "profiles/exporters/exporters.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace colltune {

// One line for each, in the order in which they are listed; each is defined in a file of
// exporters/.
#define COLLTUNE_EXPORTERS(ADD)  \
  ADD(MpichJsonExporter)         \
  ADD(OpenMpiRulesExporter)      \
  ADD(OpenMpiJsonExporter)       \
  ADD(OpenMpiParametersImporter) \
  ADD(IntelExporter)             \
  ADD(UccExporter)               \
  ADD(CsvExporter)               \
  ADD(CHeaderExporter)           \
  ADD(PgmpiExporter)

#define COLLTUNE_DECLARE(name) Exporter name();
COLLTUNE_EXPORTERS(COLLTUNE_DECLARE)
#undef COLLTUNE_DECLARE

std::span<const Exporter> Exporters() {
#define COLLTUNE_CALL(name) name(),
  static const std::array kExporters = {COLLTUNE_EXPORTERS(COLLTUNE_CALL)};
#undef COLLTUNE_CALL
  return kExporters;
}

bool CanExport(const Exporter& exporter) { return exporter.write != nullptr; }

bool CanImport(const Exporter& exporter) { return exporter.choice_of != nullptr; }

const Exporter& FindExporter(std::string_view name) {
  const auto exporters = Exporters();
  const auto found = std::ranges::find(exporters, name, &Exporter::name);
  if (found != exporters.end()) return *found;
  std::string known;
  for (const Exporter& exporter : exporters) {
    known += fmt::format("{}{}", known.empty() ? "" : ", ", exporter.name);
  }
  throw std::invalid_argument(fmt::format("unknown format '{}'; known are {}", name, known));
}

}  // namespace colltune
