// MPICH's files for the selection of collective algorithms: JSON, one for the algorithms of MPIR,
// and one for the device CH4, which decides first. A file for the device's shared memory is left
// alone: MPICH 4.0.2 reads the file for CH4 in its place.
#include <array>
#include <utility>

#include "profiles/exporters/exporters.h"
#include "profiles/exporters/mpich/mpich_check.h"
#include "profiles/exporters/mpich/mpich_counterparts.h"
#include "profiles/exporters/mpich/mpich_selection.h"
#include "profiles/exporters/mpich/mpich_writer.h"

namespace colltune {
namespace {

constexpr std::string_view kCh4Suffix = ".ch4.json";

std::vector<ExportedFile> Write(MpichRelease release, const Profile& profile) {
  const DecisionTable& table = profile.table;
  return {
      {"", ToMpichText(MpichTreeOf(release, MpichLayer::kMpir, table))},
      {std::string(kCh4Suffix), ToMpichText(MpichTreeOf(release, MpichLayer::kCh4, table))},
  };
}

MpichLevel ReadTree(MpichRelease release, MpichLayer layer, const std::string& text,
                    const std::string& file) {
  if (FillsPages(text)) {
    throw ProfileError(file, 0,
                       "is a multiple of 4096 bytes long, and MPICH would read beyond its end; "
                       "add an empty line");
  }
  MpichLevel tree = ParseMpichTree(release, text, file);
  CheckMpichTree(release, layer, tree, file);
  return tree;
}

std::unique_ptr<Selection> Read(MpichRelease release, std::span<const ExportedFile> files,
                                const std::string& file) {
  MpichLevel mpir;
  std::optional<MpichLevel> ch4;
  for (const ExportedFile& one : files) {
    if (one.suffix == kCh4Suffix) {
      ch4 = ReadTree(release, MpichLayer::kCh4, one.text, file + one.suffix);
    } else {
      mpir = ReadTree(release, MpichLayer::kMpir, one.text, file + one.suffix);
    }
  }
  return MakeMpichSelection(release, std::move(mpir), std::move(ch4));
}

const ReleaseTable& AllReleases();

template <MpichRelease release>
Exporter ExporterFor() {
  return {
      .name = "mpich-json",
      .summary = "MPICH 4.0 to 5.0's collective selection: FILE for MPIR and FILE.ch4.json for CH4",
      .use =
          "Set MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE to the file and "
          "MPIR_CVAR_CH4_COLL_SELECTION_TUNING_JSON_FILE to the one whose name ends with "
          ".ch4.json; leave MPIR_CVAR_CH4_POSIX_COLL_SELECTION_TUNING_JSON_FILE and "
          "MPIR_CVAR_DEVICE_COLLECTIVES as they are. Other releases of MPICH need other files, "
          "see --release.",
      .counterpart = [](const Call& call,
                        const Choice& choice) { return MpichCounterpart(release, call, choice); },
      .write = [](const Profile& profile) { return Write(release, profile); },
      .read = [](std::span<const ExportedFile> files,
                 const std::string& file) { return Read(release, files, file); },
      .choice_of =
          [](Collective collective, const std::string& name) {
            const auto ours = MpichChoiceOf(release, collective, name);
            return ours ? std::optional(Counterpart{*ours}) : std::nullopt;
          },
      .tells_nodes = TraitsOf(release).has_nodes,
      .release = TraitsOf(release).name,
      .device = TraitsOf(release).device,
      .releases = AllReleases,
  };
}

const ReleaseTable& AllReleases() {
  static const std::array kExporters = {
      ExporterFor<MpichRelease::k40>(), ExporterFor<MpichRelease::k41>(),
      ExporterFor<MpichRelease::k42>(), ExporterFor<MpichRelease::k43>(),
      ExporterFor<MpichRelease::k50>(), ExporterFor<MpichRelease::k50Ucx>(),
  };
  static_assert(std::tuple_size_v<decltype(kExporters)> == kMpichReleases.size());
  static const ReleaseTable kTable{"MPICH", kExporters};
  return kTable;
}

}  // namespace

Exporter MpichJsonExporter() { return ExporterFor<MpichRelease::k40>(); }

}  // namespace colltune
