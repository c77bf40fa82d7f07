#include "models/topology_lines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <string>

#include "models/topology_host_lines.h"
#include "models/topology_line_search.h"
#include "models/topology_network.h"

namespace colltune::models {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// Calls `visit` with each pair of hosts whose messages cross the group's lines, and their byte
/// time.
template <typename Visit>
void ForEachAcross(std::size_t group, const HostReadings& read, const HostTree& tree,
                   const Visit& visit) {
  const std::vector<std::size_t> inside = tree.HostsOf(group);
  for (const std::size_t sibling : tree.SiblingsOf(group)) {
    const std::vector<std::size_t> outside = tree.HostsOf(sibling);
    for (const std::size_t i : inside) {
      for (const std::size_t j : outside) visit(i, j, read.times.byte_time.At(i, j));
    }
  }
}

/// Returns the byte time of the fastest pair whose messages cross the group's lines; infinity
/// without one.
double FastestAcross(std::size_t group, const HostReadings& read, const HostTree& tree) {
  double fastest = kInfinite;
  ForEachAcross(group, read, tree, [&](std::size_t, std::size_t, double byte_time) {
    if (byte_time < fastest) fastest = byte_time;
  });
  return fastest;
}

/// Returns the byte time of the fastest pair that crosses the group's lines, if that pair's own
/// links do not explain it; 0 where they do. The line may then be faster.
double LineOf(std::size_t group, const HostReadings& read, const HostTree& tree,
              const std::vector<double>& own) {
  double fastest = kInfinite;
  double explained = 0;
  ForEachAcross(group, read, tree, [&](std::size_t i, std::size_t j, double byte_time) {
    if (!(byte_time < fastest)) return;
    fastest = byte_time;
    explained = std::max(own[i], own[j]);
  });
  return fastest < kInfinite && fastest > kClearly * explained ? fastest : 0;
}

class LineFinder {
 public:
  LineFinder(LineSearch& search, const std::map<std::string, double>& own)
      : search_(search), own_(own), read_(search.read()), tree_(search.tree()) {}

  /// Hosts' links and groups' lines hide each other: both are found again beside the other ones,
  /// until they stay as they are.
  void Find() {
    constexpr int kMost = 4;
    for (const auto& [name, byte_time] : own_) search_.Set(name, {byte_time});
    for (int i = 0; i < kMost; ++i) {
      const Lines before = search_.lines();
      for (std::size_t host = 0; host < read_.hosts.size(); ++host) {
        FindHostLines(search_, own_, host);
      }
      ForgetGroups();
      for (std::size_t group = 0; group < tree_.groups(); ++group) FindAmong(group);
      if (AreAlike(search_.lines(), before)) return;
    }
  }

 private:
  using Lines = LineSearch::Lines;
  using Samples = LineSearch::Samples;

  static bool AreAlike(const Lines& some, const Lines& others) {
    return std::ranges::equal(some, others, [](const auto& one, const auto& other) {
      return one.first == other.first &&
             std::abs(std::log(one.second.byte_time / other.second.byte_time)) < kNoBetter;
    });
  }

  static constexpr std::array kOfGroups = {group_parameter::kLineOut, group_parameter::kLineIn,
                                           group_parameter::kLine, group_parameter::kBackbone};

  /// Leaves groups the lines that single messages tell.
  void ForgetGroups() {
    for (std::size_t group = 0; group < tree_.groups(); ++group) {
      for (const std::string_view prefix : kOfGroups) {
        const std::string name = LineName(prefix, group);
        search_.Remove(name);
        if (const auto own = own_.find(name); own != own_.end()) search_.Set(name, {own->second});
      }
    }
  }

  /// Returns the last sample of a group's streams, as those that DesignStreams asks for follow all
  /// others. nullptr where there is none.
  const measure::NetworkSample* OfGroup(std::size_t group, Way way) const {
    const auto all =
        search_.Crossing([&](std::size_t host) { return tree_.Has(group, host); }, way);
    return all.empty() ? nullptr : all.back();
  }

  /// Finds a line of a group. No message shares it where streams do not say so. It is not slower
  /// than single messages that cross it.
  bool FindLine(const measure::NetworkSample* sample, const std::string& name, double slowest) {
    if (sample == nullptr || !search_.TakesLonger(*sample)) return false;
    FoundLine line = search_.Explain(*sample, name);
    if (line.byte_time <= 0) return false;
    line.byte_time = std::min(line.byte_time, slowest);
    search_.Set(name, line);
    return true;
  }

  /// Single messages between two groups tell the slower one of their lines alone: where streams
  /// take less than on a line that is as slow, it is a faster one.
  void FindOneWay(std::size_t group) {
    const double slowest = FastestAcross(group, read_, tree_);
    for (const auto& [way, prefix] : {std::pair{Way::kOut, group_parameter::kLineOut},
                                      std::pair{Way::kIn, group_parameter::kLineIn}}) {
      const measure::NetworkSample* sample = OfGroup(group, way);
      const std::string name = LineName(prefix, group);
      if (sample != nullptr && search_.Has(name) && search_.TakesLess(*sample)) {
        search_.Remove(name);
      }
      FindLine(sample, name, slowest);
    }
  }

  /// Finds what the members of a group share beyond their lines, one way each: a backbone, or both
  /// directions of a line. Streams of one member alone do not tell these apart; those of all of
  /// them do. Lines that the others make needless are removed.
  void FindAmong(std::size_t group) {
    const std::vector<std::size_t> members = tree_.MembersOf(group);
    if (members.size() < 2) return;
    const Samples samples = search_.Among(members);
    for (const std::size_t member : members) FindOneWay(member);
    const Lines before = search_.lines();
    FindBackbone(group, samples);
    FindDuplexes(members, samples);
    const Lines with_backbone = Pruned(group, members, samples);
    search_.Replace(before);
    FindDuplexes(members, samples);
    FindBackbone(group, samples);
    const Lines with_duplex = Pruned(group, members, samples);
    const bool simpler = with_backbone.size() < with_duplex.size();
    search_.Choose(
        simpler ? std::vector{with_backbone, with_duplex} : std::vector{with_duplex, with_backbone},
        samples);
  }

  /// Finds members whose lines are half duplex: one after another the one that explains the samples
  /// best, until the rest need none.
  void FindDuplexes(std::vector<std::size_t> members, const Samples& samples) {
    while (true) {
      const Lines before = search_.lines();
      Lines best;
      double least = kInfinite;
      auto chosen = members.end();
      for (auto member = members.begin(); member != members.end(); ++member) {
        search_.Replace(before);
        if (!FindDuplexOf(*member)) continue;
        const double error = search_.Error(samples);
        if (error >= least) continue;
        least = error;
        best = search_.lines();
        chosen = member;
      }
      search_.Replace(before);
      if (chosen == members.end()) return;
      search_.Replace(best);
      members.erase(chosen);
    }
  }

  /// Returns whether the group's line is half duplex.
  bool FindDuplexOf(std::size_t group) {
    const measure::NetworkSample* sample = OfGroup(group, Way::kBoth);
    if (sample == nullptr || !search_.TakesLonger(*sample)) return false;
    search_.Remove(LineName(group_parameter::kLineOut, group));
    search_.Remove(LineName(group_parameter::kLineIn, group));
    return FindLine(sample, LineName(group_parameter::kLine, group),
                    FastestAcross(group, read_, tree_));
  }

  /// Finds the backbone by the sample that takes longest beyond what the lines so far explain.
  void FindBackbone(std::size_t group, const Samples& samples) {
    const std::vector<std::size_t> members = tree_.MembersOf(group);
    if (members.size() < 3) return;
    const auto longest = std::ranges::max_element(
        samples, {}, [&](const measure::NetworkSample* s) { return search_.Excess(*s); });
    if (longest == samples.end()) return;
    double slowest = kInfinite;
    for (const std::size_t member : members) {
      slowest = std::min(slowest, FastestAcross(member, read_, tree_));
    }
    FindLine(*longest, LineName(group_parameter::kBackbone, group), slowest);
  }

  /// Returns the lines without those of the members that are not needed.
  Lines Pruned(std::size_t group, const std::vector<std::size_t>& members,
               const Samples& samples) const {
    Lines best = search_.lines();
    double error = search_.ErrorWith(best, samples);
    const auto try_without = [&](const std::string& name) {
      const auto line = best.find(name);
      if (line == best.end()) return;
      const auto own = own_.find(name);  // needed for single messages
      if (own != own_.end() && own->second == line->second.byte_time) return;
      Lines less = best;
      less.erase(name);
      const double without = search_.ErrorWith(less, samples);
      if (without > error + LineSearch::NoBetter(samples)) return;
      best = std::move(less);
      error = without;
    };
    for (const std::size_t member : members) {
      for (const std::string_view line :
           {group_parameter::kLineOut, group_parameter::kLineIn, group_parameter::kLine}) {
        try_without(LineName(line, member));
      }
    }
    try_without(LineName(group_parameter::kBackbone, group));
    return best;
  }

  LineSearch& search_;
  const std::map<std::string, double>& own_;  // that single messages tell
  const HostReadings& read_;
  const HostTree& tree_;
};

}  // namespace

std::map<std::string, double> OwnLines(const HostReadings& read, const HostTree& tree) {
  const std::vector<double> own = OwnByteTimes(read.times.byte_time);
  std::map<std::string, double> lines;
  for (std::size_t host = 0; host < read.hosts.size(); ++host) {
    if (own[host] < kInfinite) {
      lines[LineName(host_parameter::kPortOut, read, host)] = own[host];
      lines[LineName(host_parameter::kPortIn, read, host)] = own[host];
    }
    if (read.byte_within[host] > 0) {
      lines[LineName(host_parameter::kMemory, read, host)] = read.byte_within[host];
    }
  }
  for (std::size_t group = 0; group < tree.groups(); ++group) {
    const double line = LineOf(group, read, tree, own);
    if (line == 0) continue;
    lines[LineName(group_parameter::kLineOut, group)] = line;
    lines[LineName(group_parameter::kLineIn, group)] = line;
  }
  return lines;
}

LinesFound FindLines(const measure::NetworkData& data, const HostReadings& read,
                     const HostTree& tree, const ParameterValues& values) {
  LineSearch search(data, read, tree, values);
  const std::map<std::string, double> own = OwnLines(read, tree);
  LineFinder(search, own).Find();
  return {.lines = search.lines(), .error = search.Error(search.All())};
}

}  // namespace colltune::models
