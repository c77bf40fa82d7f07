// Releases of MPICH whose selection files differ. Each row of a table names the releases that it
// holds for; what is no row of another table stands in kMpichReleases.
//
// Source: MPICH 4.0.2, 4.1, 4.2.1, 4.3.0 and 5.0.1. From 4.0.2 to 4.0.3, within 4.1, from 4.2.0 to
// 4.2.3, within 4.3 and within 5.0 the sources that the tables are taken from say the same.
#ifndef COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_RELEASE_H_
#define COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_RELEASE_H_

#include <array>
#include <string_view>

namespace colltune {

/// Releases in their order; builds of one release that read files differently follow each other.
enum class MpichRelease : unsigned char { k40, k41, k42, k43, k50, k50Ucx };

/// Releases from `first` to `last`.
struct MpichReleases {
  MpichRelease first = MpichRelease::k40;
  MpichRelease last = MpichRelease::k50Ucx;

  constexpr bool Has(MpichRelease release) const { return first <= release && release <= last; }
};

inline constexpr MpichReleases kUntil40{MpichRelease::k40, MpichRelease::k40};
inline constexpr MpichReleases kUntil43{MpichRelease::k40, MpichRelease::k43};
inline constexpr MpichReleases kOnly41{MpichRelease::k41, MpichRelease::k41};
inline constexpr MpichReleases kFrom41To42{MpichRelease::k41, MpichRelease::k42};
inline constexpr MpichReleases kSince41{MpichRelease::k41};
inline constexpr MpichReleases kSince42{MpichRelease::k42};
inline constexpr MpichReleases kSince43{MpichRelease::k43};
inline constexpr MpichReleases kSince50{MpichRelease::k50};

struct MpichTraits {
  MpichRelease release;
  std::string_view name;    ///< as users name it
  std::string_view device;  ///< of the fingerprints that it is for; empty: all others
  /// Whether all keys that end with "=any" are one condition. It is asked early, and nothing may
  /// stand after it.
  bool has_any;
  /// Whether MPICH's own communicators of nodes are another kind than flat ones. Where they are
  /// not, one rank alone counts as a node with all ranks, and ranks are consecutive on two nodes or
  /// more.
  bool has_kinds;
  bool names_trees;  ///< tree_type is a word, not a number
  bool has_nodes;    ///< false: MPICH takes each rank for a node of its own
};

/// Traits of all releases, by MpichRelease. 5.0-ucx: since 5.0 a build for ch4:ucx uses no shared
/// memory of its own (configure's enable_nolocal), and then knows no nodes.
inline constexpr std::array kMpichReleases = {
    MpichTraits{MpichRelease::k40, "4.0", "", false, true, false, true},
    MpichTraits{MpichRelease::k41, "4.1", "", false, true, false, true},
    MpichTraits{MpichRelease::k42, "4.2", "", true, true, false, true},
    MpichTraits{MpichRelease::k43, "4.3", "", true, true, true, true},
    MpichTraits{MpichRelease::k50, "5.0", "", true, false, true, true},
    MpichTraits{MpichRelease::k50Ucx, "5.0-ucx", "ch4:ucx", true, false, true, false},
};

constexpr const MpichTraits& TraitsOf(MpichRelease release) {
  return kMpichReleases[static_cast<std::size_t>(release)];
}

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_RELEASE_H_
