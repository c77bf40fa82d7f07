// Levels: LogGPS with parameters of its own for each class of links: the same socket, the same
// host, the same site ("switch"), and other sites.
//
// Source: the classes are those of Karonis, de Supinski, Foster, Gropp, Lusk & Bresnahan,
// "Exploiting Hierarchy in Parallel Computer Networks to Optimize Collective Operation
// Performance" (IPDPS 2000), each with the parameters of loggps.cc.
//
// Experiments: those of LogGPS, in the class of their ranks; only round trips are needed in each.
// Where a class has no other, its overheads and gaps are the mean of those of the other classes.
//
// What several pairs share is told by pairs at once. With k of them, of which each takes time(k)
// and would take m b on the wire alone, the shared link takes per byte
//   p = (time(k) - time(1) + m b) / (k m)
// if that is more than b / k by 5 %. Pairs from one host to one other tell the hosts' ports, pairs
// across two sites the line between these.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <stdexcept>

#include "models/eager_limit.h"
#include "models/link_classes.h"
#include "models/loggps.h"

namespace colltune {
namespace {

constexpr std::string_view kName = "levels";
constexpr std::array kNeeded = {Experiment::kRoundTrip};

constexpr std::string_view kPort = "port";
constexpr std::string_view kLine = "line";
constexpr std::string_view kSiteOf = "site of ";

std::string SuffixOf(LinkClass link) {
  return fmt::format("[{}]", kLinkClassNames[static_cast<std::size_t>(link)]);
}

constexpr std::array kClasses = {LinkClass::kSocket, LinkClass::kHost, LinkClass::kSwitch,
                                 LinkClass::kSite};

class Levels final : public Network {
 public:
  Levels(const ParameterValues& values, std::span<const Place> places)
      : places_(places.begin(), places.end()), limit_(Get(kName, values, "S")) {
    for (const auto& [name, value] : values) {
      if (!name.starts_with(kSiteOf)) continue;
      sites_[name.substr(kSiteOf.size())] = static_cast<int>(value);
    }
    std::array<bool, kClasses.size()> known{};
    for (std::size_t i = 0; i < kClasses.size(); ++i) {
      const std::string suffix = SuffixOf(kClasses[i]);
      known[i] =
          std::ranges::any_of(values, [&](const auto& v) { return v.first.ends_with(suffix); });
      if (known[i]) classes_[i] = ToLogGpsValues(kName, values, suffix);
    }
    FillUnknown(known);
    AddLinks(values);
  }

  MessageCost Cost(Rank from, Rank to, Bytes bytes) const override {
    const LinkClass link = ClassOf(At(from), At(to), sites_);
    return CostOf(classes_[static_cast<std::size_t>(link)], limit_, bytes);
  }

  std::span<const SharedLink> Links() const override { return links_; }

  Route RouteOf(Rank from, Rank to) const override {
    Route route;
    const auto add = [&](const std::string& name) {
      const auto found = indices_.find(name);
      if (found == indices_.end()) return;
      route.links[static_cast<std::size_t>(route.count++)] = found->second;
    };
    if (At(from).host == At(to).host) return route;
    add(Out(At(from).host));
    add(LineName(SiteOf(from), SiteOf(to)));
    add(In(At(to).host));
    return route;
  }

  bool HasRendezvous() const override {
    return limit_ < static_cast<double>(EagerLimit::kNone.count);
  }

 private:
  const Place& At(Rank rank) const { return places_[static_cast<std::size_t>(rank)]; }

  int SiteOf(Rank rank) const {
    const auto found = sites_.find(At(rank).host);
    return found == sites_.end() ? 0 : found->second;
  }

  static std::string Out(const std::string& host) { return "port out " + host; }
  static std::string In(const std::string& host) { return "port in " + host; }
  static std::string LineName(int from, int to) { return fmt::format("line {} to {}", from, to); }

  /// A class that was not measured is like the next farther one, or else the next nearer.
  void FillUnknown(const std::array<bool, kClasses.size()>& known) {
    for (std::size_t i = 0; i < known.size(); ++i) {
      if (known[i]) continue;
      std::size_t other = i;
      while (other < known.size() && !known[other]) ++other;
      if (other == known.size()) {
        other = i;
        while (other > 0 && !known[other]) --other;
      }
      if (!known[other]) {
        throw std::invalid_argument(
            fmt::format("{}: no value of L[switch], or of any class", kName));
      }
      classes_[i] = classes_[other];
    }
  }

  void AddLink(const std::string& name, double byte_time) {
    if (!indices_.try_emplace(name, static_cast<std::int32_t>(links_.size())).second) return;
    links_.push_back({name, byte_time});
  }

  void AddLinks(const ParameterValues& values) {
    std::set<int> all;
    const auto port = values.find(kPort);
    for (Rank rank = 0; rank < static_cast<Rank>(places_.size()); ++rank) {
      all.insert(SiteOf(rank));
      if (port == values.end() || port->second == 0) continue;
      AddLink(Out(At(rank).host), port->second);
      AddLink(In(At(rank).host), port->second);
    }
    const auto line = values.find(kLine);
    if (line == values.end() || line->second == 0) return;
    for (const int from : all) {
      for (const int to : all) {
        if (from != to) AddLink(LineName(from, to), line->second);
      }
    }
  }

  const std::vector<Place> places_;
  const double limit_;  // bytes
  Sites sites_;
  std::array<LogGpsValues, kClasses.size()> classes_;
  std::vector<SharedLink> links_;
  std::map<std::string, std::int32_t> indices_;
};

std::unique_ptr<Network> Make(const ParameterValues& values, std::span<const Place> places) {
  if (places.empty()) {
    throw std::invalid_argument(fmt::format("{}: it needs the places of the ranks", kName));
  }
  std::vector<std::string> known = {"S", std::string(kPort), std::string(kLine)};
  for (const LinkClass link : kClasses) {
    for (std::string& name : LogGpsNames(SuffixOf(link))) known.push_back(std::move(name));
  }
  for (const auto& [name, value] : values) {
    if (name.starts_with(kSiteOf)) known.push_back(name);
  }
  CheckValues(kName, values, known);
  return std::make_unique<Levels>(values, places);
}

/// The samples of each class. One that several ranks take part in belongs to one class if all of
/// its pairs do.
using ByClass = std::map<LinkClass, std::vector<NetworkSample>>;

ByClass Divide(const NetworkData& data, const Sites& sites) {
  ByClass all;
  const auto at = [&](Rank rank) -> const Place& {
    const auto ranks = static_cast<Rank>(data.places.size());
    if (rank >= 0 && rank < ranks) return data.places[static_cast<std::size_t>(rank)];
    throw std::invalid_argument(fmt::format(
        "{}: there is a sample of rank {}, and a place for {} ranks only", kName, rank, ranks));
  };
  for (const NetworkSample& s : data.samples) {
    const LinkClass link = ClassOf(at(s.from), at(s.to), sites);
    const bool alike =
        s.experiment != Experiment::kManyToOne || std::ranges::all_of(s.others, [&](Rank rank) {
          return ClassOf(at(rank), at(s.to), sites) == link;
        });
    if (alike) all[link].push_back(s);
  }
  return all;
}

/// o_s, o_r and g of a class without samples of them: the mean of the others'. None has a g that
/// no flood tells: it is o_s, which paces a sender at least.
void SetFallbacks(const std::map<LinkClass, std::size_t>& first, FitSystem& system) {
  constexpr std::array<std::size_t, 2> kOverheads = {1, 2};  // of kLogGpLinear's parameters
  constexpr std::size_t kGap = 3;
  // An overhead is in all round trips; a class of which only these are known tells none of them.
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

/// What pairs that share something take per byte of it.
class Sharing {
  static constexpr double kClearly = 1.05;
  using Key = std::pair<std::string, std::string>;

 public:
  Sharing(const NetworkData& data, const Sites& sites, const Network& network)
      : data_(data), sites_(sites), network_(network) {}

  /// Means over all hosts, or lines, that the samples tell; 0 where they tell none.
  double Find(LinkClass link) const {
    struct Group {
      Rank from = 0;
      Rank to = 0;
      std::map<int, Seconds> times;  // by the number of pairs
    };
    std::map<std::pair<Bytes, Key>, Group> groups;
    for (const NetworkSample& s : data_.samples) {
      if (s.experiment != Experiment::kPairsAtOnce || s.bytes <= Bytes{0}) continue;
      const auto key = KeyOf(s, link);
      if (key.first.empty()) continue;
      Group& group = groups[{s.bytes, key}];
      group.from = s.from;
      group.to = s.to;
      group.times[static_cast<int>(s.others.size() / 2) + 1] = s.time;
    }
    std::vector<double> found;
    for (const auto& [key, group] : groups) {
      if (group.times.begin()->first != 1 || group.times.size() < 2) continue;
      const double wire = network_.Cost(group.from, group.to, key.first).transfer.count();
      const auto& [pairs, together] = *group.times.rbegin();
      const double shared = (together - group.times.begin()->second).count() + wire;
      if (shared <= kClearly * wire) continue;
      found.push_back(shared / pairs / static_cast<double>(key.first.count));
    }
    double sum = 0;
    for (const double value : found) sum += value;
    return found.empty() ? 0 : sum / static_cast<double>(found.size());
  }

 private:
  /// What both ends of all pairs have in common, their hosts or their sites; or nothing.
  Key KeyOf(const NetworkSample& s, LinkClass link) const {
    const auto one = [&](Rank from, Rank to) -> Key {
      const Place& a = data_.places.at(static_cast<std::size_t>(from));
      const Place& b = data_.places.at(static_cast<std::size_t>(to));
      if (ClassOf(a, b, sites_) != link) return {};
      if (link == LinkClass::kSwitch) return {a.host, b.host};
      return {std::to_string(sites_.at(a.host)), std::to_string(sites_.at(b.host))};
    };
    Key key = one(s.from, s.to);
    for (std::size_t i = 0; i + 1 < s.others.size(); i += 2) {
      if (one(s.others[i], s.others[i + 1]) != key) return {};
    }
    return key;
  }

  const NetworkData& data_;
  const Sites& sites_;
  const Network& network_;
};

void AddShared(const NetworkData& data, const Sites& sites, Fit& fit) {
  for (const auto& [name, link] :
       {std::pair{kPort, LinkClass::kSwitch}, {kLine, LinkClass::kSite}}) {
    const double byte_time = Sharing(data, sites, *fit.network).Find(link);
    if (byte_time > 0) {
      fit.parameters.push_back(
          {std::string(name), byte_time, "s/B", std::numeric_limits<double>::infinity()});
    } else {
      fit.notes.push_back(fmt::format(
          "{}: not identified: it takes pairs at once of {}, which are slower than one alone; "
          "messages are taken not to share any",
          name, link == LinkClass::kSite ? "two sites" : "two hosts"));
    }
  }
}

Fit FitLevels(const NetworkData& data, const FitOptions& options) {
  RequireEachExperiment(kName, kNeeded, data.samples);
  if (data.places.size() < 2) {
    throw std::invalid_argument(fmt::format("{}: it needs the places of the ranks", kName));
  }
  const ByClass checked = Divide(data, {});
  const LinkClasses classes = FindLinkClasses(data);
  const ByClass divided = Divide(data, classes.sites);
  const EagerLimit limit = FindEagerLimit(data.samples);
  FitSystem system(kName);
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
  fit.network = Make(ValuesOf(fit), data.places);
  AddShared(data, classes.sites, fit);
  fit.network = Make(ValuesOf(fit), data.places);
  return fit;
}

}  // namespace

NetworkModel LevelsModel() {
  return {
      .name = kName,
      .summary = "LogGPS for each class of links: socket, host, switch, site",
      .source = "Karonis et al. 2000",
      .experiments = kNeeded,
      .fit = FitLevels,
      .make = Make,
  };
}

}  // namespace colltune
