#include "measure/network/suite.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "algorithms/mpi/unique.h"
#include "measure/network/adaptive_sizes.h"
#include "measure/network/places.h"
#include "measure/network/rendezvous.h"
#include "measure/network/time_budget.h"

namespace colltune::measure {
namespace {

// Delay of a delayed flood, in round trips: long enough for the network to fall silent between two
// messages.
constexpr int kSilence = 4;
constexpr int kDeep = 8;        // messages under way in a deep flood
constexpr int kMostLeaves = 4;  // a slope over four points shows whether it is one

// Fewest runs of an experiment: kFewestRepetitions and the one that warms up.
constexpr double kLeast = kFewestRepetitions + 1;
// Time of a row of two messages, in round trips.
constexpr double kRow = 1.5;
// Number of rows that finding an overlap takes.
constexpr double kOverlapRows = 10;
// Number of send calls that find a threshold of about 64 KiB: 6 in steps of 8, 16 by bisection.
constexpr std::size_t kRendezvousCalls = 22;
// Number of sizes that all ranks send to one: the most, and the fewest that tell a jump from a
// slope.
constexpr int kMostSizes = 60;
constexpr int kFewestSizes = 8;
// Weight of steps of round trips, which are between many pairs of ranks: those of the smallest size
// show which ranks are near each other, those of the largest how fast links are. Others have 1.
constexpr double kTripsWeight = 6;

/// Classes of distance between two places.
enum class Distance : unsigned char { kSameSocket, kSameHost, kOtherHost };

Distance Between(const Place& a, const Place& b) {
  if (a.host != b.host) return Distance::kOtherHost;
  return a.socket == b.socket ? Distance::kSameSocket : Distance::kSameHost;
}

class Suite {
 public:
  Suite(MPI_Comm comm, const Clock& clock, const SuiteOptions& options)
      : comm_(comm),
        clock_(clock),
        options_(options),
        ranks_(SizeOf(comm)),
        pace_(comm, clock, options.most_time),
        experiments_(comm, clock, options.experiments) {
    data_.places = PlacesOf(comm);
    Plan();
  }

  NetworkData Run(const SuiteProgress& progress) {
    std::vector<double> weights;
    for (const Step& step : steps_) weights.push_back(step.weight);
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      report_ = [&progress, this, i] {
        progress(static_cast<double>(i) / static_cast<double>(steps_.size()), steps_[i].name);
      };
      report_();
      pace_.Begin(std::span(weights).subspan(i));
      steps_[i].perform();
    }
    return std::move(data_);
  }

 private:
  struct Step {
    std::string name;
    std::function<void()> perform;
    double weight;  ///< share of the time left, against that of the steps after it
  };

  void Then(std::string name, std::function<void()> perform, double weight = 1) {
    steps_.push_back({std::move(name), std::move(perform), weight});
  }

  void Plan() {
    const auto representatives = Representatives(data_.places);
    for (const Bytes bytes : options_.sizes) {
      const std::string size = ToText(bytes);
      const bool is_first = bytes == options_.sizes.front();
      Then(
          "round trips of " + size,
          [this, bytes, is_first] {
            AddGroups(SpreadPairRounds(ranks_, options_.most_pairs), {bytes, bytes, true}, 1,
                      is_first);
          },
          kTripsWeight);
      Then("calls of " + size, [this, bytes] { Calls(bytes); });
      for (const Pair& pair : representatives) {
        Then(fmt::format("floods of {} from {} to {}", size, pair.first, pair.second),
             [this, pair, bytes] { Floods(pair, bytes); });
      }
    }
    for (const Pair& pair : representatives) {
      Then(fmt::format("rendezvous from {} to {}", pair.first, pair.second),
           [this, pair] { Rendezvous(pair); });
    }
    // Only empty messages tell the overheads of those that do not wait, where all others do.
    Then("calls of empty messages", [this] {
      if (waiting_ <= options_.sizes.front()) Calls(Bytes{0});
    });
    if (options_.trips && AllPairs() > options_.most_pairs) {
      Then(
          "round trips that tell switches", [this] { DesignedTrips(); }, kTripsWeight);
    }
    Then("copies and reductions", [this] { LocalWork(); });
    const auto& sizes = options_.sizes;
    for (const Bytes bytes : FanSizes()) {
      Then("fans of " + ToText(bytes), [this, bytes] { Fans(bytes); });
      Then("many to one of " + ToText(bytes), [this, bytes] { ManyToOne(bytes); });
    }
    // Link times show best in the largest messages whose send does not wait for its receiver.
    Then("fans of the largest buffered size", [this] {
      if (const auto bytes = LargestBuffered()) {
        Fans(*bytes);
        ManyToOne(*bytes);
      }
    });
    Then("all to one", [this] { Gather(); });
    for (const Bytes bytes :
         {sizes[sizes.size() - std::min<std::size_t>(2, sizes.size())], sizes.back()}) {
      Then("pairs at once of " + ToText(bytes), [this, bytes] { AtOnce(bytes); });
    }
    if (options_.design) Then("streams that share lines", [this] { Designed(); });
  }

  std::size_t AllPairs() const {
    const auto ranks = static_cast<std::size_t>(ranks_);
    return ranks * (ranks - 1) / 2;
  }

  void Add(NetworkSample sample) { data_.samples.push_back(std::move(sample)); }

  void AddAll(const std::vector<NetworkSample>& samples) {
    data_.samples.insert(data_.samples.end(), samples.begin(), samples.end());
  }

  /// Tells whether `trips` round trips of `pair` fit into the time left of the step. If any time is
  /// left, limits each later experiment to that time divided by `parts`.
  bool Allows(double trips, const Pair& pair, Bytes bytes, std::size_t parts = 1) {
    if (!pace_.limited()) return true;
    report_();
    const Seconds left = pace_.Left();
    if (left <= Seconds(0)) return false;
    experiments_.LimitTo(left / static_cast<double>(parts));
    return trips * experiments_.RoughTrip(pair.first, pair.second, bytes) <= left;
  }

  /// Times the groups that fit into the time left of the step divided by `parts`, or else rounds
  /// spread evenly. If `must`, times one round at least.
  void AddGroups(const std::vector<GroupRound>& rounds, const GroupExperiment& experiment,
                 std::size_t parts = 1, bool must = false) {
    std::vector<GroupRound> apart = ApartByHosts(rounds, HostNumbers(data_.places));
    if (pace_.limited()) {
      std::vector<GroupRound> spread;
      for (const std::size_t i : SpreadOrder(apart.size())) spread.push_back(apart[i]);
      apart = std::move(spread);
    }
    AddInOrder(apart, experiment, parts, must);
  }

  /// Times the groups as AddGroups, but the first rounds where there is no time for all.
  void AddInOrder(const std::vector<GroupRound>& rounds, const GroupExperiment& experiment,
                  std::size_t parts, bool must = false) {
    GroupOptions options = options_.groups;
    if (pace_.limited() && !Limit(options, rounds, experiment.there, parts) && !must) return;
    AddAll(ToSamples(TimeGroups(comm_, clock_, rounds, experiment, options), experiment));
  }

  /// Fits `options` to the time left of the step divided by `parts`. Returns false where there is
  /// no time for a single round.
  bool Limit(GroupOptions& options, const std::vector<GroupRound>& rounds, Bytes bytes,
             std::size_t parts) {
    const Pair far{0, ranks_ - 1};
    const auto in_round = static_cast<double>(rounds.front().size());
    const bool allows = Allows(kLeast * in_round, far, bytes, parts);
    options.most_time = std::max(pace_.Left(), Seconds(0)) / static_cast<double>(parts);
    // The check for interference costs one or two rounds in turn, and may save nearly as much in
    // each other round.
    options.checked_rounds = 1;
    options.parallel = options.parallel && rounds.size() > 2 &&
                       2 * (options.checked_repetitions + 1) * in_round *
                               experiments_.RoughTrip(far.first, far.second, bytes) <
                           options.most_time;
    const Seconds end = clock_.Now() + options.most_time;
    options.go_on = [this, end] {
      report_();
      double on = clock_.Now() < end;
      Check(PMPI_Bcast(&on, 1, MPI_DOUBLE, 0, comm_));
      return on > 0;
    };
    return allows;
  }

  /// Times what options_.trips asks for until it asks for nothing, or time is up.
  void DesignedTrips() {
    for (TripsWanted wanted = options_.trips(data_); !wanted.pairs.empty();
         wanted = options_.trips(data_)) {
      const std::vector<GroupRound> rounds =
          ApartByHosts(RoundsOf(wanted.pairs, ranks_), HostNumbers(data_.places));
      const std::size_t before = data_.samples.size();
      for (std::size_t i = 0; i < wanted.sizes.size(); ++i) {
        const Bytes bytes = wanted.sizes[i];
        AddInOrder(rounds, {bytes, bytes, true}, wanted.sizes.size() - i);
      }
      if (data_.samples.size() - before < wanted.pairs.size() * wanted.sizes.size()) return;
    }
  }

  void Calls(Bytes bytes) {
    for (std::size_t i = 0; const std::size_t each : RankOrder()) {
      const auto from = static_cast<Rank>(each);
      const Rank to = (from + 1) % ranks_;
      // A send call takes a row's time. A late receive takes two: a row that arrives, and is then
      // received.
      const std::size_t parts = 2 * (static_cast<std::size_t>(ranks_) - i++);
      if (!Allows(kLeast * (kRow + 2 * kRow), {from, to}, bytes, parts)) return;
      Add(experiments_.SendCall(from, to, bytes, Seconds(0)));
      Add(experiments_.LateReceive(from, to, bytes));
    }
  }

  /// Times the first rank of each host, by the largest size: small steps take next to nothing.
  void LocalWork() {
    const std::vector<int> hosts = HostNumbers(data_.places);
    std::vector<Rank> first;
    for (std::size_t rank = 0; rank < hosts.size(); ++rank) {
      if (hosts[rank] == static_cast<int>(first.size())) first.push_back(static_cast<Rank>(rank));
    }
    const Bytes bytes = options_.sizes.back();
    for (std::size_t done = 0; const std::size_t i : SpreadOrder(first.size())) {
      if (!Allows(kLeast, {0, ranks_ - 1}, bytes, 2 * (first.size() - done++))) return;
      for (const NetworkSample& sample :
           {experiments_.LocalCopy(first[i], bytes), experiments_.LocalReduce(first[i], bytes)}) {
        if (sample.time > Seconds(0)) Add(sample);  // virtual time passes in messages alone
      }
    }
  }

  /// Returns the ranks in the order of their calls. Where time is limited the order begins with
  /// ranks spread evenly, since there may be no time for all.
  std::vector<std::size_t> RankOrder() const {
    std::vector<std::size_t> order = SpreadOrder(static_cast<std::size_t>(ranks_));
    if (!pace_.limited()) std::ranges::sort(order);
    return order;
  }

  void Floods(const Pair& pair, Bytes bytes) {
    const auto [from, to] = pair;
    if (!Allows(kLeast * kRow, pair, bytes, 5)) return;
    Add(experiments_.Flood(from, to, bytes));
    if (!Allows(kLeast * kRow, pair, bytes, 4)) return;
    Add(experiments_.Flood(from, to, bytes, kDeep));
    if (!Allows(kLeast * (kSilence + kRow), pair, bytes, 3)) return;
    Add(experiments_.DelayedFlood(from, to, bytes,
                                  kSilence * experiments_.RoughTrip(from, to, bytes)));
    if (!Allows(kLeast * kOverlapRows * kRow, pair, bytes, 2)) return;
    Add(experiments_.SendOverlap(from, to, bytes));
    if (!Allows(kLeast * kOverlapRows * kRow, pair, bytes)) return;
    Add(experiments_.ReceiveOverlap(from, to, bytes));
  }

  void Rendezvous(const Pair& pair) {
    const RendezvousThreshold found = FindRendezvous(
        experiments_, pair.first, pair.second, Bytes{0}, options_.most_rendezvous,
        [&](Bytes bytes) { return Allows(kLeast * kSilence, pair, bytes, kRendezvousCalls); });
    if (found.bytes) waiting_ = std::min(waiting_, *found.bytes);
    AddAll(found.samples);
  }

  /// Returns the smallest, a middle and the largest size.
  std::array<Bytes, 3> FanSizes() const {
    const auto& sizes = options_.sizes;
    return {sizes.front(), sizes[sizes.size() / 2], sizes.back()};
  }

  /// Returns the largest of the sizes whose sends do not wait for their receivers; nothing where
  /// all wait, or where FanSizes has that size.
  std::optional<Bytes> LargestBuffered() const {
    const auto& sizes = options_.sizes;
    const auto waiting = std::ranges::lower_bound(sizes, waiting_);
    if (waiting == sizes.begin()) return std::nullopt;
    const auto at = static_cast<std::size_t>(waiting - sizes.begin()) - 1;
    if (std::ranges::count(FanSizes(), sizes[at]) > 0) return std::nullopt;
    return sizes[at];
  }

  void Fans(Bytes bytes) {
    const int most = std::min(kMostLeaves, ranks_ - 1);
    for (int leaves = 1; leaves <= most; ++leaves) {
      const std::size_t parts =
          static_cast<std::size_t>(most) - static_cast<std::size_t>(leaves) + 1;
      AddGroups(FanRounds(ranks_, leaves), {bytes, Bytes{0}, false}, parts);
    }
    if (ranks_ > options_.most_ranks_of_triplets) return;
    AddGroups(PairRounds(ranks_), {bytes, Bytes{0}, true});
    AddGroups(TripletRounds(ranks_), {bytes, Bytes{0}, true});
  }

  std::vector<Rank> Senders(int count) const {
    std::vector<Rank> senders(static_cast<std::size_t>(count));
    std::iota(senders.begin(), senders.end(), 1);
    return senders;
  }

  void ManyToOne(Bytes bytes) {
    for (int count = 1; count < ranks_; count *= 2) {
      // The receiver's link takes the messages one after another.
      if (!Allows(kLeast * (1 + count / 2.0), {0, ranks_ - 1}, bytes)) return;
      Add(experiments_.ManyToOne(Senders(count), 0, bytes));
    }
  }

  void Gather() {
    const std::vector<Rank> senders = Senders(ranks_ - 1);
    AdaptiveSizes sizes;
    sizes.most_points = kMostSizes;
    if (pace_.limited()) {
      const double trips = kLeast * (1 + static_cast<double>(senders.size()) / 2);
      if (!Allows(kFewestSizes * trips, {0, ranks_ - 1}, sizes.last, kMostSizes)) return;
      const Seconds one = trips * experiments_.RoughTrip(0, ranks_ - 1, sizes.last);
      sizes.most_points = static_cast<int>(std::min<double>(kMostSizes, pace_.Left() / one));
    }
    MeasureSizes(sizes, [&](Bytes bytes) {
      if (pace_.limited()) report_();
      Add(experiments_.ManyToOne(senders, 0, bytes));
      return data_.samples.back().time;
    });
  }

  void AtOnce(Bytes bytes) {
    const int half = ranks_ / 2;
    for (int count = 1;; count = std::min(2 * count, half)) {
      std::vector<Pair> pairs;
      for (Rank i = 0; i < count; ++i) pairs.emplace_back(i, i + half);
      if (!Allows(kLeast * kRow, pairs.front(), bytes)) return;
      Add(experiments_.PairsAtOnce(pairs, bytes));
      if (count == half) return;
    }
  }

  void Designed() {
    const std::vector<StreamsWanted> all = options_.design(data_);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto& [pairs, bytes] = all[i];
      const double row = kRow * static_cast<double>(pairs.size());  // if they share one line
      if (!Allows(kLeast * row, pairs.front(), bytes, all.size() - i)) return;
      Add(experiments_.StreamsAtOnce(pairs, bytes));
    }
  }

  const MPI_Comm comm_;
  const Clock& clock_;
  const SuiteOptions& options_;
  const int ranks_;
  Pace pace_;
  std::function<void()> report_;  ///< reports the progress of the current step
  NetworkExperiments experiments_;
  NetworkData data_;
  std::vector<Step> steps_;
  Bytes waiting_{std::numeric_limits<std::int64_t>::max()};  ///< least size whose send waits
};

}  // namespace

SuiteOptions ExactSuite() {
  constexpr int kReps = 3;
  SuiteOptions options;
  options.experiments.repetitions = kReps;
  options.groups.rule.min_reps = options.groups.rule.max_reps = kReps;
  options.groups.parallel = false;
  options.most_ranks_of_triplets = 0;
  return options;
}

void SuiteOptions::Validate() const {
  if (sizes.empty()) throw std::invalid_argument("no sizes");
  if (!std::ranges::is_sorted(sizes)) throw std::invalid_argument("sizes are not ascending");
  experiments.Validate();
  groups.Validate();
}

std::vector<Pair> Representatives(const std::vector<Place>& places) {
  constexpr int kOfEach = 2;
  std::vector<int> counts(3);
  std::vector<Pair> found;
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t j = i + 1; j < places.size(); ++j) {
      int& count = counts[static_cast<std::size_t>(Between(places[i], places[j]))];
      if (count++ < kOfEach) found.emplace_back(static_cast<Rank>(i), static_cast<Rank>(j));
    }
  }
  return found;
}

NetworkData MeasureNetwork(MPI_Comm comm, const Clock& clock, const SuiteOptions& options,
                           const SuiteProgress& progress) {
  options.Validate();
  if (SizeOf(comm) < 2) throw std::invalid_argument("network experiments need two ranks or more");
  const UniqueComm own = PrivateCopy(comm);
  return Suite(own.get(), clock, options).Run(progress);
}

}  // namespace colltune::measure
