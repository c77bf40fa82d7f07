// Classes of links: how near two ranks are to each other.
#ifndef COLLTUNE_MODELS_FEATURES_LINK_CLASSES_H_
#define COLLTUNE_MODELS_FEATURES_LINK_CLASSES_H_

#include <array>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "measure/network/samples.h"

namespace colltune::models {

enum class LinkClass : unsigned char {
  kSocket,  ///< the same socket of a host
  kHost,    ///< the same host
  kSwitch,  ///< hosts of the same site
  kSite,    ///< hosts of different sites
};

/// Names of the classes, in the order of the enum.
constexpr std::array<std::string_view, 4> kLinkClassNames = {"socket", "host", "switch", "site"};

/// Sites by host; hosts that are not named are of site 0.
using Sites = std::map<std::string, int>;

LinkClass ClassOf(const measure::Place& from, const measure::Place& to, const Sites& sites);

struct LinkClasses {
  Sites sites;
  /// Notes: for each measured class the range of its round trips, and where round trips contradict
  /// the places.
  std::vector<std::string> notes;
};

/// Finds the sites by clustering; sockets and hosts are those of the places. The medians of the
/// round trips between two hosts, of the smallest size, fall into near and far ones: the largest
/// ratio of two neighbours in their order is at least 2. Hosts that near round trips connect, over
/// others if need be, are a site. A ratio of 1.2 is enough if all pairs of a site are near and all
/// others far, and each site has two hosts or more. Hosts on one switch among several are such
/// sites.
LinkClasses FindLinkClasses(const measure::NetworkData& data);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_FEATURES_LINK_CLASSES_H_
