// LMO: every processor i costs a message C_i + t_i M, and every link ij costs it L_ij + M/beta_ij:
//   T_ij(M) = C_i + L_ij + C_j + M (t_i + 1/beta_ij + t_j)
//
// Source: Lastovetsky & Rychkov, "Building the Communication Performance Model of Heterogeneous
// Clusters Based on a Switched Network" (Cluster 2007); Lastovetsky, Mkwawa & O'Flynn (2006).
//
// Experiments, M bytes there and R back. Two of them tell sums only:
//   round trip               2 (C_i + L_ij + C_j) + 2 M (t_i + 1/beta_ij + t_j)
//   one to one               2 (C_i + L_ij + C_j) + (M+R) (t_i + 1/beta_ij + t_j)
// Two of them tell rank i, or j, by itself:
//   send call                C_i + M t_i            where the message is buffered
//   late receive             n (C_j + M t_j)        likewise
// If a rank has none of these, each further message of a fan tells it:
//   one to q, last answers   (q-1)(C_i + M t_i) + one to one with the last
// If a rank has no fan of two or more either, Lastovetsky & Rychkov's own experiment does:
//   one to two               2 C_i + M t_i + the slower of the two one to ones.
// One to two presumes that the answers are received one after another when both are there. If the
// first is received while the second is on its way, one to two finds half of C_i. A fan's further
// messages may be paced by the port instead of the processor. Then C_i + M t_i is that of the port;
// calls tell the two apart.
//
// Links are the same in both directions. If a processor does not set the pace, messages that leave
// a host or arrive there share the host's link, if the samples say so: see host_ports.h.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>

#include "models/features/eager_limit.h"
#include "models/features/host_ports.h"
#include "models/features/incast.h"
#include "models/fit/linear_model.h"

namespace colltune::models {
namespace {

constexpr std::string_view kName = "lmo";

constexpr std::array<measure::Experiment, 0> kNeeded = {};

[[noreturn]] void Fail(const std::string& reason) {
  throw std::invalid_argument(fmt::format("{}: {}", kName, reason));
}

std::string Of(std::string_view parameter, Rank rank) {
  return fmt::format("{}({})", parameter, rank);
}

std::string Of(std::string_view parameter, Rank from, Rank to) {
  return fmt::format("{}({},{})", parameter, std::min(from, to), std::max(from, to));
}

class Lmo final : public Network {
 public:
  Lmo(const ParameterValues& values, std::span<const measure::Place> places)
      : ports_(values, places), incast_(ToIncast(kName, values)) {
    const int ranks = static_cast<int>(places.size());
    for (Rank i = 0; i < ranks; ++i) {
      processors_.push_back({Get(kName, values, Of("C", i)), Get(kName, values, Of("t", i))});
    }
    links_.resize(processors_.size() * processors_.size());
    for (Rank i = 0; i < ranks; ++i) {
      for (Rank j = i + 1; j < ranks; ++j) {
        const Line line = {Get(kName, values, Of("L", i, j)),
                           Get(kName, values, Of("1/beta", i, j))};
        links_[Index(i, j)] = line;
        links_[Index(j, i)] = line;
      }
    }
    limit_ = Get(kName, values, "S");
  }

  MessageCost Cost(Rank from, Rank to, Bytes bytes) const override {
    const auto m = static_cast<double>(bytes.count);
    const Line& link = links_[Index(from, to)];
    const Seconds wire(link.slope * m);
    // The sender has done its part with C + t M; without a port nothing else holds up its next
    // message.
    const bool shared = !ports_.links().empty();
    return {.send_overhead = processors_[static_cast<std::size_t>(from)].At(m),
            .transfer = shared ? wire : Seconds(0),
            .latency = Seconds(link.start) + (shared ? Seconds(0) : wire),
            .receive_overhead = processors_[static_cast<std::size_t>(to)].At(m),
            .rendezvous = m > limit_};
  }

  std::span<const SharedLink> Links() const override { return ports_.links(); }
  Route RouteOf(Rank from, Rank to) const override { return ports_.RouteOf(from, to); }
  Incast IncastLimit() const override { return incast_; }

  /// A host's link is no slower than the fastest way there.
  SwitchPort PortTo(Rank to) const override {
    const auto begin = links_.begin() + static_cast<std::ptrdiff_t>(Index(to, 0));
    double fastest = std::numeric_limits<double>::infinity();
    for (auto link = begin; link != begin + static_cast<std::ptrdiff_t>(processors_.size());
         ++link) {
      if (link->slope > 0) fastest = std::min(fastest, link->slope);
    }
    return ports_.PortTo(to, std::isfinite(fastest) ? fastest : 0);
  }

  bool HasRendezvous() const override {
    return limit_ < static_cast<double>(EagerLimit::kNone.count);
  }

 private:
  struct Line {  // seconds, and seconds per byte
    double start = 0;
    double slope = 0;

    Seconds At(double bytes) const { return Seconds(start + slope * bytes); }
  };

  std::size_t Index(Rank from, Rank to) const {
    return static_cast<std::size_t>(from) * processors_.size() + static_cast<std::size_t>(to);
  }

  const HostPorts ports_;
  const Incast incast_;
  std::vector<Line> processors_;  // C and t
  std::vector<Line> links_;       // L and 1/beta
  double limit_ = 0;              // bytes
};

std::unique_ptr<Network> Make(const ParameterValues& values,
                              std::span<const measure::Place> places) {
  std::vector<std::string> known = HostPorts::Names(places);
  known.emplace_back("S");
  for (std::string& name : IncastNames()) known.push_back(std::move(name));
  const int ranks = static_cast<int>(places.size());
  for (Rank i = 0; i < ranks; ++i) {
    known.push_back(Of("C", i));
    known.push_back(Of("t", i));
    for (Rank j = i + 1; j < ranks; ++j) {
      known.push_back(Of("L", i, j));
      known.push_back(Of("1/beta", i, j));
    }
  }
  if (ranks < 2) Fail("it knows each rank by itself, and needs the places of two or more");
  if (!values.contains(Of("C", ranks - 1))) {
    Fail(
        fmt::format("no value of {}: it knows only the ranks that it was fitted for, which are "
                    "fewer than {}; fit one of the other models for more, or measure them",
                    Of("C", ranks - 1), ranks));
  }
  std::ranges::sort(known);
  for (const auto& [name, value] : values) {
    if (std::ranges::binary_search(known, name)) continue;
    Fail(fmt::format("it has no parameter '{}' on {} ranks", name, ranks));
  }
  CheckFinite(kName, values);
  return std::make_unique<Lmo>(values, places);
}

/// The unknowns and the samples of one fit.
class LmoFit {
 public:
  LmoFit(const measure::NetworkData& data, const EagerLimit& limit)
      : data_(data), limit_(limit.buffered), system_(kName), ranks_(data.places.size()) {
    AddUnknowns();
    ReadPairs();
    for (const measure::NetworkSample& s : data.samples) Expect(s);
    SetFallbacks();
  }

  Fit Solve(const FitOptions& options) const { return system_.Solve(options); }

 private:
  using PairSize = std::tuple<Rank, Rank, Bytes>;

  void AddUnknowns() {
    const std::string processor = "send calls and late receives, or fans, of two or more sizes";
    const std::string link = "round trips of the pair, of two or more sizes";
    for (Rank i = 0; i < static_cast<Rank>(ranks_); ++i) {
      start_.push_back(
          system_.Add({Of("C", i), "s", "messages cost this processor nothing", processor}));
      byte_.push_back(
          system_.Add({Of("t", i), "s/B", "bytes cost this processor nothing", processor}));
    }
    for (Rank i = 0; i < static_cast<Rank>(ranks_); ++i) {
      for (Rank j = i + 1; j < static_cast<Rank>(ranks_); ++j) {
        latency_[{i, j}] = system_.Add(
            {Of("L", i, j), "s", "the processors already explain the round trip", link});
        rate_[{i, j}] = system_.Add({Of("1/beta", i, j), "s/B",
                                     "the processors already explain what the bytes take", link});
      }
    }
  }

  bool IsBuffered(const measure::NetworkSample& s) const { return s.bytes <= limit_; }

  bool IsCall(const measure::NetworkSample& s) const {
    return s.experiment == measure::Experiment::kSendCall && s.delay == Seconds{} && IsBuffered(s);
  }

  /// Records the sizes that tell each rank, and the times of one to ones.
  void ReadPairs() {
    for (const measure::NetworkSample& s : data_.samples) {
      for (const Rank rank : {s.from, s.to}) {
        if (rank >= 0 && rank < static_cast<Rank>(ranks_)) continue;
        Fail(fmt::format("there is a sample of rank {}, and a place for {} ranks only", rank,
                         ranks_));
      }
      if (IsCall(s)) calls_[s.from].insert(s.bytes);
      if (s.experiment == measure::Experiment::kLateReceive && IsBuffered(s))
        calls_[s.to].insert(s.bytes);
      const bool alone = s.others.empty();
      if (s.experiment == measure::Experiment::kOneToManyLastAnswers && !alone && IsBuffered(s)) {
        fans_[s.from].insert(s.bytes);
      }
      if (s.experiment == measure::Experiment::kOneToMany && alone) {
        one_to_one_[{s.from, s.to, s.bytes}] = s.time;
        one_to_one_[{s.to, s.from, s.bytes}] = s.time;
      }
    }
  }

  /// Whether `rank` has two sizes or more, which tell C from t.
  static bool Tells(const std::map<Rank, std::set<Bytes>>& sizes, Rank rank) {
    const auto found = sizes.find(rank);
    return found != sizes.end() && found->second.size() >= 2;
  }

  void Expect(const measure::NetworkSample& s) {
    const auto m = static_cast<double>(s.bytes.count);
    const auto n = static_cast<double>(s.messages);
    const auto both = static_cast<double>(s.bytes.count + s.reply.count);
    const auto further = static_cast<double>(s.others.size());
    switch (s.experiment) {
      case measure::Experiment::kRoundTrip:
        return system_.Expect(s, Pair(s.from, s.to, 2 * m));
      case measure::Experiment::kSendCall:
        if (IsCall(s)) ExpectOf(s, s.from, Own(s.from, 1, m));
        return;
      case measure::Experiment::kLateReceive:  // a message that is not buffered has not arrived
        if (IsBuffered(s)) ExpectOf(s, s.to, Own(s.to, n, n * m));
        return;
      case measure::Experiment::kOneToMany:
        if (further == 0) return system_.Expect(s, Pair(s.from, s.to, both));
        if (further == 1 && !Tells(calls_, s.from) && !Tells(fans_, s.from)) {
          ExpectOf(s, s.from, Sum(Pair(s.from, Slower(s), both), Own(s.from, 2, m)));
        }
        return;
      case measure::Experiment::kOneToManyLastAnswers:
        if (further == 0) return system_.Expect(s, Pair(s.from, s.to, both));
        if (IsBuffered(s) && !Tells(calls_, s.from)) {
          ExpectOf(s, s.from, Sum(Pair(s.from, s.to, both), Own(s.from, further, further * m)));
        }
        return;
      default:
        return;
    }
  }

  void ExpectOf(const measure::NetworkSample& s, Rank rank, std::vector<Term> terms) {
    system_.Expect(s, std::move(terms));
    told_.insert(rank);
  }

  /// Returns the rank of a one to two whose own one to one takes longer.
  Rank Slower(const measure::NetworkSample& s) const {
    const auto first = one_to_one_.find({s.from, s.others.front(), s.bytes});
    const auto last = one_to_one_.find({s.from, s.to, s.bytes});
    if (first == one_to_one_.end() || last == one_to_one_.end()) return s.to;
    return first->second > last->second ? s.others.front() : s.to;
  }

  std::vector<Term> Own(Rank rank, double messages, double bytes) const {
    const auto at = static_cast<std::size_t>(rank);
    return {{start_[at], messages}, {byte_[at], bytes}};
  }

  /// Returns the terms of two messages between i and j, of `bytes` bytes in all.
  std::vector<Term> Pair(Rank i, Rank j, double bytes) const {
    const auto pair = std::minmax(i, j);
    return Sum(Sum(Own(i, 2, bytes), Own(j, 2, bytes)),
               {{latency_.at(pair), 2}, {rate_.at(pair), bytes}});
  }

  static std::vector<Term> Sum(std::vector<Term> terms, const std::vector<Term>& more) {
    terms.insert(terms.end(), more.begin(), more.end());
    return terms;
  }

  static std::vector<Term> Mean(const std::vector<std::size_t>& unknowns) {
    std::vector<Term> terms;
    for (const std::size_t j : unknowns)
      terms.push_back({j, 1 / static_cast<double>(unknowns.size())});
    return terms;
  }

  bool SameHost(const std::pair<Rank, Rank>& pair) const {
    return data_.places[static_cast<std::size_t>(pair.first)].host ==
           data_.places[static_cast<std::size_t>(pair.second)].host;
  }

  /// Sets the fallbacks. A rank without samples of its own is taken for the mean of the ranks that
  /// have some. A pair is taken for the mean of the pairs with as many hosts, one or two, or else
  /// of all others.
  void SetFallbacks() {
    if (told_.empty()) {
      Fail(
          "round trips do not tell a processor from its links; it takes send calls and late "
          "receives, or fans to two or more ranks");
    }
    std::vector<std::size_t> starts;
    std::vector<std::size_t> bytes;
    for (const Rank rank : told_) {
      starts.push_back(start_[static_cast<std::size_t>(rank)]);
      bytes.push_back(byte_[static_cast<std::size_t>(rank)]);
    }
    for (std::size_t i = 0; i < ranks_; ++i) {
      if (told_.contains(static_cast<Rank>(i))) continue;
      system_.SetFallback(start_[i], Mean(starts), "the mean of the other ranks");
      system_.SetFallback(byte_[i], Mean(bytes), "the mean of the other ranks");
    }
    SetFallbacksOf(latency_);
    SetFallbacksOf(rate_);
  }

  void SetFallbacksOf(const std::map<std::pair<Rank, Rank>, std::size_t>& unknowns) {
    const std::vector<bool> is_told = system_.Told();
    std::array<std::vector<std::size_t>, 2> told;  // on two hosts, on one
    for (const auto& [pair, unknown] : unknowns) {
      if (is_told[unknown]) told[SameHost(pair) ? 1 : 0].push_back(unknown);
    }
    for (const auto& [pair, unknown] : unknowns) {
      if (is_told[unknown]) continue;
      const auto& own = told[SameHost(pair) ? 1 : 0];
      const auto& other = told[SameHost(pair) ? 0 : 1];
      if (own.empty() && other.empty()) continue;
      system_.SetFallback(
          unknown, Mean(own.empty() ? other : own),
          own.empty() ? "the mean of the other pairs" : "the mean of the pairs with as many hosts");
    }
  }

  const measure::NetworkData& data_;
  const Bytes limit_;
  FitSystem system_;
  const std::size_t ranks_;
  std::vector<std::size_t> start_, byte_;  // by rank
  std::map<std::pair<Rank, Rank>, std::size_t> latency_, rate_;
  std::map<Rank, std::set<Bytes>> calls_, fans_;  // sizes
  std::map<PairSize, Seconds> one_to_one_;
  std::set<Rank> told_;
};

Fit FitLmo(const measure::NetworkData& data, const FitOptions& options) {
  if (data.samples.empty()) Fail("there is no sample");
  if (data.places.size() < 2) Fail("it needs the places of two or more ranks");
  const EagerLimit limit = FindEagerLimit(data.samples);
  Fit fit = LmoFit(data, limit).Solve(options);
  fit.parameters.push_back(ToParameter(limit));
  if (!limit.note.empty()) fit.notes.push_back(limit.note);
  fit.network = Make(ValuesOf(fit), data.places);
  AddIncast(FindIncast(data, limit, *fit.network), fit);
  AddHostPorts(FindHostPorts(WithoutEscalated(data, limit), limit.buffered, *fit.network), fit);
  fit.network = Make(ValuesOf(fit), data.places);
  return fit;
}

}  // namespace

NetworkModel LmoModel() {
  return {
      .name = kName,
      .summary = "each processor and each link by itself; knows the fitted ranks only",
      .source = "Lastovetsky & Rychkov 2007",
      .experiments = kNeeded,
      .fit = FitLmo,
      .make = Make,
  };
}

}  // namespace colltune::models
