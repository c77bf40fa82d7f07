#include "models/levels_network.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <vector>

#include "models/eager_limit.h"
#include "models/incast.h"
#include "models/loggps.h"

namespace colltune {
namespace {

constexpr std::string_view kLineOut = "line out";
constexpr std::string_view kLineIn = "line in";

class Levels final : public Network {
 public:
  Levels(const ParameterValues& values, std::span<const Place> places)
      : places_(places.begin(), places.end()),
        limit_(Get(kLevels, values, "S")),
        incast_(ToIncast(kLevels, values)) {
    for (const auto& [name, value] : values) {
      if (!name.starts_with(kSiteOf)) continue;
      sites_[name.substr(kSiteOf.size())] = static_cast<int>(value);
    }
    std::array<bool, kLinkClasses.size()> known{};
    for (std::size_t i = 0; i < kLinkClasses.size(); ++i) {
      const std::string suffix = SuffixOf(kLinkClasses[i]);
      known[i] =
          std::ranges::any_of(values, [&](const auto& v) { return v.first.ends_with(suffix); });
      if (known[i]) classes_[i] = ToLogGpsValues(kLevels, values, suffix);
    }
    FillUnknown(known);
    AddLinks(values);
  }

  MessageCost Cost(Rank from, Rank to, Bytes bytes) const override {
    const LinkClass link = ClassOf(At(from), At(to), sites_);
    MessageCost cost = CostOf(classes_[static_cast<std::size_t>(link)], limit_, bytes);
    // What arrives there is held up by the host's port already.
    if (receives_at_port_ && At(from).host != At(to).host) cost.receive_gap = Seconds(0);
    return cost;
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
    add(NameOf(kPortOut, At(from).host));
    if (SiteOf(from) != SiteOf(to)) {
      add(NameOf(kLineOut, SiteOf(from)));
      add(NameOf(kLineIn, SiteOf(to)));
    }
    add(NameOf(kPortIn, At(to).host));
    return route;
  }

  Incast IncastLimit() const override { return incast_; }

  bool HasRendezvous() const override {
    return limit_ < static_cast<double>(EagerLimit::kNone.count);
  }

 private:
  const Place& At(Rank rank) const { return places_[static_cast<std::size_t>(rank)]; }

  int SiteOf(Rank rank) const {
    const auto found = sites_.find(At(rank).host);
    return found == sites_.end() ? 0 : found->second;
  }

  static std::string NameOf(std::string_view link, const std::string& host) {
    return fmt::format("{} {}", link, host);
  }
  static std::string NameOf(std::string_view link, int site) {
    return fmt::format("{} of site {}", link, site);
  }

  /// A class that was not measured is like the next farther one, or else the next nearer.
  void FillUnknown(const std::array<bool, kLinkClasses.size()>& known) {
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
            fmt::format("{}: no value of L[switch], or of any class", kLevels));
      }
      classes_[i] = classes_[other];
    }
  }

  void AddLinks(const ParameterValues& values) {
    const auto add = [&](std::string_view parameter, const std::string& name) {
      const auto value = values.find(parameter);
      if (value == values.end() || value->second == 0) return;
      if (!indices_.try_emplace(name, static_cast<std::int32_t>(links_.size())).second) return;
      links_.push_back({name, value->second});
    };
    for (Rank rank = 0; rank < static_cast<Rank>(places_.size()); ++rank) {
      for (const std::string_view port : {kPortOut, kPortIn}) {
        add(port, NameOf(port, At(rank).host));
      }
      for (const std::string_view line : {kLineOut, kLineIn}) {
        add(kLine, NameOf(line, SiteOf(rank)));
      }
    }
    receives_at_port_ = values.contains(kPortIn);
  }

  const std::vector<Place> places_;
  const double limit_;  // bytes
  const Incast incast_;
  Sites sites_;
  std::array<LogGpsValues, kLinkClasses.size()> classes_;
  std::vector<SharedLink> links_;
  std::map<std::string, std::int32_t> indices_;
  bool receives_at_port_ = false;
};

}  // namespace

std::string SuffixOf(LinkClass link) {
  return fmt::format("[{}]", kLinkClassNames[static_cast<std::size_t>(link)]);
}

std::unique_ptr<Network> MakeLevels(const ParameterValues& values, std::span<const Place> places) {
  if (places.empty()) {
    throw std::invalid_argument(fmt::format("{}: it needs the places of the ranks", kLevels));
  }
  std::vector<std::string> known = {"S", std::string(kPortOut), std::string(kPortIn),
                                    std::string(kLine)};
  for (std::string& name : IncastNames()) known.push_back(std::move(name));
  for (const LinkClass link : kLinkClasses) {
    for (std::string& name : LogGpsNames(SuffixOf(link))) known.push_back(std::move(name));
  }
  for (const auto& [name, value] : values) {
    if (name.starts_with(kSiteOf)) known.push_back(name);
  }
  CheckValues(kLevels, values, known);
  return std::make_unique<Levels>(values, places);
}

}  // namespace colltune
