// MPICH 4.0.2's files for the selection of collective algorithms: JSON, one for the algorithms of
// MPIR, and one for the device CH4, which decides first. MPICH 4.0.2 also names a file for the
// device's shared memory, but does not read it: it reads the file for CH4 instead.
#include <utility>

#include "profiles/exporters/exporters.h"
#include "profiles/exporters/mpich/mpich_check.h"
#include "profiles/exporters/mpich/mpich_counterparts.h"
#include "profiles/exporters/mpich/mpich_selection.h"
#include "profiles/exporters/mpich/mpich_writer.h"

namespace colltune {
namespace {

constexpr std::string_view kCh4Suffix = ".ch4.json";

std::vector<ExportedFile> Write(const Profile& profile) {
  return {{"", ToMpichText(MpichTreeOf(MpichLayer::kMpir, profile.table))},
          {std::string(kCh4Suffix), ToMpichText(MpichTreeOf(MpichLayer::kCh4, profile.table))}};
}

MpichLevel ReadTree(MpichLayer layer, const std::string& text, const std::string& file) {
  if (FillsPages(text)) {
    throw ProfileError(file, 0,
                       "is a multiple of 4096 bytes long, and MPICH would read beyond its end; "
                       "add an empty line");
  }
  MpichLevel tree = ParseMpichTree(text, file);
  CheckMpichTree(layer, tree, file);
  return tree;
}

std::unique_ptr<Selection> Read(std::span<const ExportedFile> files, const std::string& file) {
  MpichLevel mpir;
  std::optional<MpichLevel> ch4;
  for (const ExportedFile& one : files) {
    const bool is_ch4 = one.suffix == kCh4Suffix;
    MpichLevel tree =
        ReadTree(is_ch4 ? MpichLayer::kCh4 : MpichLayer::kMpir, one.text, file + one.suffix);
    if (is_ch4) {
      ch4 = std::move(tree);
    } else {
      mpir = std::move(tree);
    }
  }
  return MakeMpichSelection(std::move(mpir), std::move(ch4));
}

}  // namespace

Exporter MpichJsonExporter() {
  return {
      .name = "mpich-json",
      .summary = "MPICH 4.0.2's collective selection: FILE for MPIR and FILE.ch4.json for CH4",
      .use =
          "Set MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE to the file and "
          "MPIR_CVAR_CH4_COLL_SELECTION_TUNING_JSON_FILE to the one whose name ends with "
          ".ch4.json, for MPICH 4.0.2 alone; leave "
          "MPIR_CVAR_CH4_POSIX_COLL_SELECTION_TUNING_JSON_FILE and "
          "MPIR_CVAR_DEVICE_COLLECTIVES as they are.",
      .counterpart = MpichCounterpart,
      .write = Write,
      .read = Read,
      .choice_of =
          [](Collective collective, const std::string& name) {
            const auto ours = MpichChoiceOf(collective, name);
            return ours ? std::optional(Counterpart{*ours}) : std::nullopt;
          },
  };
}

}  // namespace colltune
