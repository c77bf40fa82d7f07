#include "models/levels_network.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <vector>

#include "models/features/eager_limit.h"
#include "models/features/incast.h"
#include "models/loggps.h"

namespace colltune::models {
namespace {

constexpr std::string_view kLineOut = "line out";
constexpr std::string_view kLineIn = "line in";

class Levels final : public Network {
 public:
  Levels(const ParameterValues& values, std::span<const measure::Place> places)
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
    // The host's port already holds up messages that arrive there.
    if (receives_at_port_ && At(from).host != At(to).host) cost.receive_gap = Seconds(0);
    return cost;
  }

  std::span<const SharedLink> Links() const override { return links_; }

  Route RouteOf(Rank from, Rank to) const override {
    Route route;
    if (At(from).host == At(to).host) return route;
    const auto add = [&](std::int32_t link) {
      if (link != kNoLink) route.links[static_cast<std::size_t>(route.count++)] = link;
    };
    const RankLinks& sender = rank_links_[static_cast<std::size_t>(from)];
    const RankLinks& receiver = rank_links_[static_cast<std::size_t>(to)];
    add(sender.port_out);
    if (SiteOf(from) != SiteOf(to)) {
      add(sender.line_out);
      add(receiver.line_in);
    }
    add(receiver.port_in);
    return route;
  }

  Incast IncastLimit() const override { return incast_; }

  SwitchPort PortTo(Rank to) const override {
    const RankLinks& links = rank_links_[static_cast<std::size_t>(to)];
    if (links.port_in != kNoLink) {
      const double byte_time = links_[static_cast<std::size_t>(links.port_in)].byte_time;
      return {.host = links.host, .byte_time = byte_time};
    }
    const LogGpsValues& on_switch = classes_[static_cast<std::size_t>(LinkClass::kSwitch)];
    return {.host = links.host, .byte_time = on_switch.eager.byte_gap.count()};
  }

  bool HasRendezvous() const override {
    return limit_ < static_cast<double>(EagerLimit::kNone.count);
  }

  int SiteOf(Rank rank) const override {
    const auto found = sites_.find(At(rank).host);
    return found == sites_.end() ? 0 : found->second;
  }

 private:
  static constexpr std::int32_t kNoLink = -1;

  /// Number of a rank's host, and links of host and site: indices into links_.
  struct RankLinks {
    int host = 0;
    std::int32_t port_out = kNoLink;
    std::int32_t port_in = kNoLink;
    std::int32_t line_out = kNoLink;
    std::int32_t line_in = kNoLink;
  };

  const measure::Place& At(Rank rank) const { return places_[static_cast<std::size_t>(rank)]; }

  static std::string NameOf(std::string_view link, const std::string& host) {
    return fmt::format("{} {}", link, host);
  }
  static std::string NameOf(std::string_view link, int site) {
    return fmt::format("{} of site {}", link, site);
  }

  /// Fills each class that was not measured with the next farther one that was, or else the next
  /// nearer.
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
    std::map<std::string, std::int32_t> known;
    const auto link = [&](std::string_view parameter, const std::string& name) {
      const auto value = values.find(parameter);
      if (value == values.end() || value->second == 0) return kNoLink;
      const auto [at, is_new] = known.try_emplace(name, static_cast<std::int32_t>(links_.size()));
      if (is_new) links_.push_back({name, value->second});
      return at->second;
    };
    std::map<std::string, int> hosts;
    for (Rank rank = 0; rank < static_cast<Rank>(places_.size()); ++rank) {
      const std::string& host = At(rank).host;
      const auto number = hosts.try_emplace(host, static_cast<int>(hosts.size())).first->second;
      const int site = SiteOf(rank);
      rank_links_.push_back({.host = number,
                             .port_out = link(kPortOut, NameOf(kPortOut, host)),
                             .port_in = link(kPortIn, NameOf(kPortIn, host)),
                             .line_out = link(kLine, NameOf(kLineOut, site)),
                             .line_in = link(kLine, NameOf(kLineIn, site))});
    }
    receives_at_port_ = values.contains(kPortIn);
  }

  const std::vector<measure::Place> places_;
  const double limit_;  // bytes
  const Incast incast_;
  Sites sites_;
  std::array<LogGpsValues, kLinkClasses.size()> classes_;
  std::vector<SharedLink> links_;
  std::vector<RankLinks> rank_links_;
  bool receives_at_port_ = false;
};

}  // namespace

std::string SuffixOf(LinkClass link) {
  return fmt::format("[{}]", kLinkClassNames[static_cast<std::size_t>(link)]);
}

std::unique_ptr<Network> MakeLevels(const ParameterValues& values,
                                    std::span<const measure::Place> places) {
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

}  // namespace colltune::models
