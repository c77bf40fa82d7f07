// Releases of a program whose files differ: which exporter of a format is for a profile.
#ifndef COLLTUNE_PROFILES_EXPORTERS_RELEASES_H_
#define COLLTUNE_PROFILES_EXPORTERS_RELEASES_H_

#include <optional>
#include <string>

#include "profiles/exporters/exporters.h"
#include "profiles/fingerprint.h"

namespace colltune {

struct ReleaseChoice {
  const Exporter* exporter = nullptr;
  std::string note;  ///< why the release is not the fingerprint's; empty: it is, or was named
};

/// Returns the exporter of `format` for the release that the user names, else for the one of a
/// fingerprint. Of a release between two known ones the older is taken, with a note. Throws
/// std::invalid_argument that names the known releases
/// - for a named release that is not known, or of a format whose releases read alike;
/// - where nothing is named, for a fingerprint of another program, or of a release that is older or
///   newer than all known ones.
ReleaseChoice ChooseRelease(const Exporter& format, const std::optional<std::string>& named,
                            const Fingerprint& fingerprint);

/// Returns the names of the formats that have releases, each with its releases, for help texts.
std::string DescribeReleases();

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_RELEASES_H_
