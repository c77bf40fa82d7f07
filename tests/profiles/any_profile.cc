#include "tests/profiles/any_profile.h"

#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "algorithms/buffers.h"
#include "algorithms/registry.h"

namespace colltune {
namespace {

namespace gen = rc::gen;

constexpr int kMost = std::numeric_limits<int>::max();

/// A finite number of any magnitude, not negative.
double AnyNumber() {
  using Limits = std::numeric_limits<double>;
  if (*gen::inRange(0, 8) == 0) {
    return *gen::element(0.0, Limits::denorm_min(), Limits::min(), Limits::epsilon(),
                         std::nextafter(1.0, 0.0), Limits::max());
  }
  const auto digits = static_cast<double>(*gen::inRange<std::int64_t>(0, std::int64_t{1} << 53));
  return std::ldexp(digits, *gen::inRange(-200, 100));
}

/// A count of 1 or more.
int AnyCount() { return *gen::oneOf(gen::inRange(1, 1000), gen::element(kMost - 1, kMost)); }

std::string AnyNative() {
  return *gen::nonEmpty(gen::container<std::string>(
      gen::oneOf(gen::inRange('a', static_cast<char>('z' + 1)),
                 gen::inRange('0', static_cast<char>('9' + 1)), gen::just('_'))));
}

std::string AnyChoice(Collective collective) {
  std::vector<Choice> all = StandardChoices(collective);
  all.emplace_back();  // the library's own
  all.push_back({.native = AnyNative()});
  return ToText(all[*gen::inRange<std::size_t>(0, all.size())]);
}

std::vector<Candidate> AnyCandidates(Collective collective) {
  std::map<ChoiceId, Candidate> candidates;  // each choice once
  for (int i = *gen::inRange(0, 4); i > 0; --i) {
    Candidate candidate;
    candidate.choice = AnyChoice(collective);
    candidate.samples = *gen::inRange(0, 3) == 0 ? 0 : AnyCount();
    if (candidate.samples > 0) {
      std::array<double, 3> times = {AnyNumber(), AnyNumber(), AnyNumber()};
      std::ranges::sort(times);
      candidate.low = Seconds{times[0]};
      candidate.median = Seconds{times[1]};
      candidate.high = Seconds{times[2]};
      if (*gen::arbitrary<bool>()) candidate.replicated_median = Seconds{AnyNumber()};
    }
    if (candidate.samples == 0 || *gen::arbitrary<bool>()) {
      candidate.predicted = Seconds{AnyNumber()};
    }
    candidates[candidate.choice] = candidate;
  }
  std::vector<Candidate> sorted;
  for (const auto& [name, candidate] : candidates) sorted.push_back(candidate);
  std::ranges::stable_sort(sorted, {}, [](const Candidate& candidate) {
    return std::pair(candidate.samples == 0, candidate.median);
  });
  return sorted;
}

std::vector<Rule> AnyRules(Collective collective) {
  // Ends of rules: each rule but the very last is followed by a gap, or at once by the next rule.
  std::set<std::int64_t> sizes;
  for (int i = *gen::inRange(0, 8); i > 0; --i) sizes.insert(*gen::inRange(0, 60));
  if (*gen::arbitrary<bool>()) sizes.insert(std::int64_t{1} << 62);
  std::vector<Rule> rules;
  for (auto size = sizes.begin(); size != sizes.end(); ++size) {
    Rule rule = {Bytes{*size}, Bytes{*size}, AnyChoice(collective), {}};
    if (*gen::arbitrary<bool>() && std::next(size) != sizes.end()) rule.last = Bytes{*++size};
    for (const Bytes bytes : std::set<Bytes>{rule.first, rule.last}) {
      if (*gen::arbitrary<bool>()) {
        rule.evidence.push_back({bytes, AnyCandidates(collective), AnyText()});
      }
    }
    if (*gen::inRange(0, 4) == 0) {
      rule.interpolated = {{{AnyCount(), AnyCount()}}, AnyNumber()};
      if (*gen::arbitrary<bool>()) {
        rule.interpolated->from.push_back({AnyCount(), AnyCount(), AnyCount()});
      }
    }
    rules.push_back(rule);
  }
  return rules;
}

void AddRows(std::vector<Row>& rows, Collective collective, int ranks, int per_node,
             const Placement& placement) {
  if (!HasRoot(collective) || *gen::arbitrary<bool>()) {
    rows.push_back(
        {collective, RegionOf(ranks, per_node), AnyRules(collective), std::nullopt, placement});
  }
  if (!HasRoot(collective)) return;
  // The last root may be that of the most ranks, where one more step would overflow.
  for (std::int64_t first = *gen::inRange<std::int64_t>(0, ranks + std::int64_t{1});
       first < ranks;) {
    const auto last = *gen::inRange<std::int64_t>(first, ranks);
    rows.push_back({collective, RegionOf(ranks, per_node), AnyRules(collective),
                    Roots{static_cast<Rank>(first), static_cast<Rank>(last)}, placement});
    first = last + *gen::inRange(1, 3);
  }
}

std::vector<FittedModel> AnyNetwork() {
  std::vector<FittedModel> network(*gen::inRange<std::size_t>(0, 3));
  for (FittedModel& model : network) {
    model = {AnyName(), {}, AnyNumber()};
    if (*gen::arbitrary<bool>()) model.off_by = AnyNumber();
    for (int i = *gen::inRange(0, 3); i > 0; --i) {
      const double sign = *gen::element(-1, 1);
      model.parameters.push_back({AnyName(), sign * AnyNumber(), AnyText(), AnyNumber()});
    }
  }
  return network;
}

}  // namespace

std::string AnyText() {
  // Two, three and four bytes long: a next line, a space that does not break, separators of lines,
  // a byte order mark, right to left, the last characters of a plane and of all.
  static const std::vector<std::string> strange = {
      "µ",      "𝄞",      "\u0080", "\u0085", "\u00a0", "\u2028",     "\u2029",
      "\ufeff", "\u202e", "\ud7ff", "\ue000", "\uffff", "\U0010ffff", "\u0301"};
  std::string text;
  for (const int c : *gen::container<std::vector<int>>(gen::inRange(0, 160))) {
    if (c < 128) {
      text += static_cast<char>(c);
    } else {
      text += strange[static_cast<std::size_t>(c) % strange.size()];
    }
  }
  return text;
}

std::string AnyName() { return *gen::element("n", "-", "0", " ", "~", "true", "#") + AnyText(); }

std::vector<Region> AnyTiling(const Hull& hull) {
  std::vector<Region> tiles = {{hull.nodes, hull.ranks_per_node, {}}};
  for (int i = *gen::inRange(0, 8); i > 0; --i) {
    const auto at = *gen::inRange<std::size_t>(0, tiles.size());
    constexpr Span Region::*kAxes[] = {&Region::nodes, &Region::ranks_per_node, &Region::ranks};
    const auto axis = kAxes[*gen::inRange<std::size_t>(0, std::size(kAxes))];
    const Span whole = axis == &Region::ranks ? tiles[at].PossibleRanks() : tiles[at].*axis;
    if (whole.first >= whole.last) continue;
    Region rest = tiles[at];
    const int last = *gen::inRange(whole.first, whole.last);
    (tiles[at].*axis).last = last;
    (rest.*axis).first = last + 1;
    tiles.push_back(rest);
  }
  std::erase_if(tiles, [](const Region& tile) { return tile.PossibleRanks().IsEmpty(); });
  return tiles;
}

DecisionTable AnyTiledTable() {
  DecisionTable table;
  const Hull hull{{1, *gen::inRange(1, 9)}, {1, *gen::inRange(2, 7)}};
  table.hull = hull;
  for (std::size_t i = 0; i < kCollectiveNames.size(); ++i) {
    if (*gen::inRange(0, 8) > 0) continue;
    const auto collective = static_cast<Collective>(i);
    for (const Region& tile : AnyTiling(hull)) {
      table.rows.push_back({collective, tile, AnyRules(collective)});
      if (!HasRoot(collective) || *gen::arbitrary<bool>()) continue;
      table.rows.push_back({collective, tile, AnyRules(collective), Roots{0, 0}});
    }
  }
  std::ranges::sort(table.rows, {}, &Row::Key);
  return table;
}

DecisionTable AnyTable() {
  if (*gen::arbitrary<bool>()) return AnyTiledTable();
  DecisionTable table;
  for (std::size_t i = 0; i < kCollectiveNames.size(); ++i) {
    if (*gen::inRange(0, 8) > 0) continue;
    std::set<std::pair<int, int>> keys;
    for (int j = *gen::inRange(0, 5); j > 0; --j) {
      const int ranks = *gen::oneOf(gen::inRange(1, 6), gen::just(kMost));
      keys.insert({ranks, *gen::inRange(1, ranks == kMost ? ranks : ranks + 1)});
    }
    for (const auto& [ranks, per_node] : keys) {
      for (const int sites :
           *gen::element(std::vector<int>{0}, std::vector<int>{2}, std::vector<int>{1, 2})) {
        using enum Mapping;
        for (const Mapping mapping :
             *gen::element(std::vector{kAny}, std::vector{kCyclic}, std::vector{kBlock, kMixed})) {
          const Placement placement{sites, mapping};
          AddRows(table.rows, static_cast<Collective>(i), ranks, per_node, placement);
        }
      }
    }
  }
  return table;
}

Machine AnyMachine() {
  const int kinds = *gen::inRange(1, 4);
  const auto sizes = *gen::container<std::set<std::int64_t>>(gen::inRange<std::int64_t>(0, 9));
  std::vector<Bytes> rising = {Bytes{0}};
  for (const std::int64_t size : sizes) rising.push_back(Bytes{rising.back().count + 1 + size});
  Machine machine{{}, EdgeCosts(kinds, rising)};
  // Each kind has a host: a profile's text tells the number of kinds by its hosts.
  for (int kind = 0; kind < kinds; ++kind) {
    machine.hosts[AnyText() + std::to_string(kind)] = {kind, *gen::inRange(0, 1 << 16)};
  }
  for (const Nearness nearness : {Nearness::kHost, Nearness::kSite, Nearness::kFar}) {
    for (int from = 0; from < kinds; ++from) {
      for (int to = 0; to < kinds; ++to) {
        if (*gen::arbitrary<bool>()) continue;
        for (std::size_t size = 0; size < rising.size(); ++size) {
          machine.costs.Of(nearness, from, to, size) = {AnyNumber(), AnyNumber(), AnyNumber()};
        }
        double& first = machine.costs.Of(nearness, from, to, 0).there;
        first = std::max(first, 1e-9);
      }
    }
  }
  return machine;
}

RegretReport AnyRegret() {
  const auto share = [] { return *gen::oneOf(gen::just(0.0), gen::just(1.0), gen::just(0.25)); };
  RegretReport report{.expected = {AnyNumber(), AnyNumber()},
                      .calibrated = {AnyNumber(), AnyNumber()},
                      .calibrations = AnyCount(),
                      .measured = share(),
                      .interpolated = share(),
                      .left_to_library = share(),
                      .spent = Seconds(AnyNumber())};
  if (*gen::arbitrary<bool>()) report.budget = Seconds(AnyNumber());
  if (*gen::arbitrary<bool>()) report.later = AnyNumber();
  return report;
}

Profile AnyProfile() {
  Profile profile;
  profile.fingerprint = {AnyName(), AnyName(), AnyCount(), AnyCount(), AnyName()};
  profile.provenance = {AnyText(),
                        AnyText(),
                        AnyText(),
                        AnyText(),
                        *gen::oneOf(gen::just(0.0), gen::just(1.0), gen::just(0.1)),
                        AnyNumber(),
                        std::nullopt,
                        {}};
  if (*gen::arbitrary<bool>()) profile.provenance.between_runs = AnyNumber();
  if (*gen::arbitrary<bool>()) profile.provenance.job = AnyName();
  if (*gen::arbitrary<bool>()) profile.provenance.kernel = AnyName();
  for (int i = *gen::inRange(0, 3); i > 0; --i) profile.provenance.hosts.push_back(AnyText());
  profile.network = AnyNetwork();
  profile.table = AnyTable();
  if (*gen::arbitrary<bool>()) profile.machine = AnyMachine();
  if (*gen::arbitrary<bool>()) profile.regret = AnyRegret();
  return profile;
}

}  // namespace colltune
