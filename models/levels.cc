// Levels: LogGPS with parameters of its own for each class of links: the same socket, the same
// host, the same site ("switch"), and other sites.
//
// Source: the classes are those of Karonis, de Supinski, Foster, Gropp, Lusk & Bresnahan,
// "Exploiting Hierarchy in Parallel Computer Networks to Optimize Collective Operation Performance"
// (IPDPS 2000), each with the parameters of loggps.cc.
//
// Experiments: those of LogGPS, in the class of their ranks; only round trips are needed in each.
// In a class without other experiments, the overheads are the mean of those of the other classes,
// and the gap g is its o_s.
//
// Shared links, whose values are means, since all hosts have the same links, and so have all sites:
// - the links of hosts, one out and one in, by fans and many to one within a site (host_ports.h),
//   or else by pairs at once from one host to another;
// - the line of a site, alike both ways, by pairs at once from one site to another
// (link_contention.h).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "models/features/eager_limit.h"
#include "models/features/host_ports.h"
#include "models/features/incast.h"
#include "models/features/link_contention.h"
#include "models/levels_network.h"
#include "models/loggps.h"

namespace colltune::models {
namespace {

constexpr std::array kNeeded = {measure::Experiment::kRoundTrip};

/// Samples of each class. Many to one belongs to a class if all of its pairs do, any other sample
/// if the pair of its `from` and `to` does.
using ByClass = std::map<LinkClass, std::vector<measure::NetworkSample>>;

ByClass Divide(const measure::NetworkData& data, const Sites& sites) {
  ByClass all;
  const auto at = [&](Rank rank) -> const measure::Place& {
    const auto ranks = static_cast<Rank>(data.places.size());
    if (rank >= 0 && rank < ranks) return data.places[static_cast<std::size_t>(rank)];
    throw std::invalid_argument(fmt::format(
        "{}: there is a sample of rank {}, and a place for {} ranks only", kLevels, rank, ranks));
  };
  for (const measure::NetworkSample& s : data.samples) {
    if (IsLocal(s.experiment)) continue;
    const LinkClass link = ClassOf(at(s.from), at(s.to), sites);
    const bool alike = s.experiment != measure::Experiment::kManyToOne ||
                       std::ranges::all_of(s.others, [&](Rank rank) {
                         return ClassOf(at(rank), at(s.to), sites) == link;
                       });
    if (alike) all[link].push_back(s);
  }
  return all;
}

/// Sets the fallbacks of a class without samples of o_s, o_r or g. Overheads are the mean of the
/// other classes. The gap g, which only floods tell, is o_s, which paces a sender at least.
void SetFallbacks(const std::map<LinkClass, std::size_t>& first, FitSystem& system) {
  constexpr std::array<std::size_t, 2> kOverheads = {1, 2};  // of kLogGpLinear's parameters
  constexpr std::size_t kGap = 3;
  // Overheads are in all round trips: a class with nothing but round trips determines none of them.
  for (const auto& [link, at] : first) {
    for (const std::size_t overhead : kOverheads) {
      std::vector<Term> mean;
      for (const auto& [other, other_at] : first) {
        if (other == link) continue;
        mean.push_back({other_at + overhead, 1 / static_cast<double>(first.size() - 1)});
      }
      if (!mean.empty()) system.SetFallback(at + overhead, mean, "the mean of the other classes");
    }
    system.SetFallback(at + kGap, {{at + 1, 1}}, "the sender's overhead");
  }
}

/// Adds a parameter: the mean over all hosts whose link is identified, or else over all hosts. Adds
/// nothing if there is no link.
void AddMean(std::string_view name, const PortsFound& found, Fit& fit) {
  std::vector<HostPort> ports;
  for (const bool identified : {true, false}) {
    for (const auto& [host, port] : found.ports) {
      if (port.identified == identified) ports.push_back(port);
    }
    if (ports.empty()) continue;
    const HostPort mean = MeanOf(ports);
    fit.parameters.push_back(
        {std::string(name), mean.byte_time, "s/B", mean.half_width, identified});
    return;
  }
}

void AddPorts(const ByClass& divided, const measure::NetworkData& data, const Sites& sites,
              Bytes limit, Fit& fit) {
  const auto near = divided.find(LinkClass::kSwitch);
  if (near == divided.end()) return;
  const auto [out, in] = FindHostPorts({data.places, near->second}, limit, *fit.network);
  AddMean(kPortOut, out, fit);
  AddMean(kPortIn, in, fit);
  if (!out.ports.empty() || !in.ports.empty()) return;
  const SharedByteTime shared = SharedByPairs(data, sites, *fit.network, LinkClass::kSwitch);
  if (shared.value > 0) {
    for (const std::string_view port : {kPortOut, kPortIn}) {
      fit.parameters.push_back({std::string(port), shared.value, "s/B", shared.half_width});
    }
    return;
  }
  fit.notes.push_back(
      "port: not identified: it takes fans or pairs at once of two hosts, which are slower than "
      "their processors; messages are taken not to share any");
}

void AddLine(const measure::NetworkData& data, const Sites& sites, Fit& fit) {
  const SharedByteTime shared = SharedByPairs(data, sites, *fit.network, LinkClass::kSite);
  if (shared.value > 0) {
    fit.parameters.push_back({std::string(kLine), shared.value, "s/B", shared.half_width});
    return;
  }
  fit.notes.push_back(
      "line: not identified: it takes pairs at once of two sites, which are slower than one alone; "
      "messages are taken not to share any");
}

Fit FitLevels(const measure::NetworkData& data, const FitOptions& options) {
  RequireEachExperiment(kLevels, kNeeded, data.samples);
  if (data.places.size() < 2) {
    throw std::invalid_argument(fmt::format("{}: it needs the places of the ranks", kLevels));
  }
  const ByClass checked = Divide(data, {});
  const LinkClasses classes = FindLinkClasses(data);
  const EagerLimit limit = FindEagerLimit(data.samples);
  const ByClass divided = Divide(WithoutEscalated(data, limit), classes.sites);
  FitSystem system(kLevels);
  std::map<LinkClass, std::size_t> first;
  for (const auto& [link, samples] : divided) {
    first[link] = AddLogGps(samples, limit.buffered, SuffixOf(link), system);
  }
  SetFallbacks(first, system);
  Fit fit = system.Solve(options);
  fit.parameters.push_back(ToParameter(limit));
  for (const auto& [host, site] : classes.sites) {
    fit.parameters.push_back({std::string(kSiteOf) + host, static_cast<double>(site), "", 0});
  }
  fit.notes.insert(fit.notes.end(), classes.notes.begin(), classes.notes.end());
  if (!limit.note.empty()) fit.notes.push_back(limit.note);
  fit.network = MakeLevels(ValuesOf(fit), data.places);
  AddPorts(divided, data, classes.sites, limit.buffered, fit);
  AddLine(data, classes.sites, fit);
  fit.network = MakeLevels(ValuesOf(fit), data.places);
  AddIncast(FindIncast(data, limit, *fit.network), fit);
  fit.network = MakeLevels(ValuesOf(fit), data.places);
  return fit;
}

}  // namespace

NetworkModel LevelsModel() {
  return {
      .name = kLevels,
      .summary = "LogGPS for each class of links: socket, host, switch, site",
      .source = "Karonis et al. 2000",
      .experiments = kNeeded,
      .fit = FitLevels,
      .make = MakeLevels,
  };
}

}  // namespace colltune::models
