// The simulator against the literature's closed formulas for homogeneous networks.
//
// LogGP with t = (m-1)G. A message that starts on an idle sender is received after
//   one = o_s + t + L + o_r.
// A rank that sends several messages, each in a round of its own, starts the overhead of the next
// when the buffer of the last is free: t after the start of its transfer, so the next transfer
// could start o_s + t after it. The port is open g + t after it. Transfers are
// max(o_s, g) + t apart. In one round, overheads follow each other and do not wait for buffers:
// transfers are max(o_s, g + t) apart.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <vector>

#include "algorithms/buffers.h"
#include "algorithms/registry.h"
#include "models/networks.h"
#include "models/simulator/simulator.h"
#include "tests/algorithms/testing_places.h"

namespace colltune::models {
namespace {

/// Returns the time of the rounds one after the other, which the closed forms are of.
Seconds RoundTime(const Choice& choice, const Shape& shape, const Network& network) {
  return std::ranges::max(Simulate(BuildAll(choice, shape), shape.element, network));
}

struct LogGp {  // microseconds, G in microseconds per byte
  double latency, send_overhead, receive_overhead, gap, byte_gap;

  double Transfer(std::int64_t m) const {
    return m > 1 ? static_cast<double>(m - 1) * byte_gap : 0;
  }
  double One(std::int64_t m) const {
    return send_overhead + Transfer(m) + latency + receive_overhead;
  }
  double NextRound(std::int64_t m) const { return std::max(send_overhead, gap) + Transfer(m); }
  double SameRound(std::int64_t m) const { return std::max(send_overhead, gap + Transfer(m)); }
};

constexpr LogGp kNetworks[] = {
    {.latency = 10, .send_overhead = 2, .receive_overhead = 3, .gap = 4, .byte_gap = 0.0008},
    {.latency = 10, .send_overhead = 5, .receive_overhead = 1, .gap = 2, .byte_gap = 0.0008},
    // The latency is so short that the root, not the deepest leaf, decides the binomial tree.
    {.latency = 0.1, .send_overhead = 1, .receive_overhead = 0.2, .gap = 50, .byte_gap = 0.01},
};

std::unique_ptr<Network> Make(const LogGp& net) {
  return MakeNetwork("loggp", {{"L", net.latency * 1e-6},
                               {"o_s", net.send_overhead * 1e-6},
                               {"o_r", net.receive_overhead * 1e-6},
                               {"g", net.gap * 1e-6},
                               {"G", net.byte_gap * 1e-6}});
}

double Flat(const LogGp& net, int ranks, std::int64_t m) {
  return (ranks - 2) * net.NextRound(m) + net.One(m);
}

double FlatNonblocking(const LogGp& net, int ranks, std::int64_t m) {
  return (ranks - 2) * net.SameRound(m) + net.One(m);
}

double Chain(const LogGp& net, int ranks, std::int64_t m) { return (ranks - 1) * net.One(m); }

/// The root of n ranks first sends to the root of the ranks from `half` on, where `half` is the
/// largest power of two below n. That part is done after one message and its own broadcast. The
/// root goes on with the ranks below `half` when it can send again.
double Binomial(const LogGp& net, int ranks, std::int64_t m) {
  const int half = static_cast<int>(std::bit_floor(static_cast<unsigned>(ranks - 1)));
  const int other = ranks - half;
  const double there = net.One(m) + (other > 1 ? Binomial(net, other, m) : 0);
  return half > 1 ? std::max(there, net.NextRound(m) + Binomial(net, half, m)) : there;
}

struct Form {
  const char* algorithm;
  double (*time)(const LogGp& net, int ranks, std::int64_t bytes);  // of 2 or more ranks
};

class ClosedForm : public testing::TestWithParam<Form> {};

INSTANTIATE_TEST_SUITE_P(Bcast, ClosedForm,
                         testing::Values(Form{"flat", Flat},
                                         Form{"flat_nonblocking", FlatNonblocking},
                                         Form{"chain", Chain}, Form{"chain_backward", Chain},
                                         Form{"binomial", Binomial}),
                         [](const auto& test) { return std::string(test.param.algorithm); });

double PredictMicroseconds(const char* algorithm, Shape shape, std::int64_t bytes,
                           const Network& network) {
  shape.element = Bytes{bytes};
  const Choice choice = ParseChoice(Collective::kBcast, algorithm);
  return Microseconds(RoundTime(choice, shape, network)).count();
}

TEST_P(ClosedForm, HoldsForLogGp) {
  for (const LogGp& net : kNetworks) {
    const auto network = Make(net);
    for (int ranks = 2; ranks <= 33; ++ranks) {
      for (const Rank root : {0, 1, ranks / 2, ranks - 1}) {
        for (const std::int64_t bytes : {0, 1, 2, 256, 65536, 4'000'000}) {
          const double expected = GetParam().time(net, ranks, bytes);
          EXPECT_NEAR(PredictMicroseconds(GetParam().algorithm, {.ranks = ranks, .root = root},
                                          bytes, *network),
                      expected, 1e-11 * expected)
              << ranks << " ranks, root " << root << ", " << bytes << " bytes";
        }
      }
    }
  }
}

// Pjesivac-Grbovic et al., "Performance analysis of MPI collective operations" (Cluster Computing
// 10, 2007): with T = alpha + beta m, flat trees and chains of p ranks take (p-1) T, binomial
// trees ceil(lg p) T.
TEST_P(ClosedForm, HoldsForHockney) {
  const bool binomial = std::string_view(GetParam().algorithm) == "binomial";
  const auto network = MakeNetwork("hockney", {{"alpha", 14e-6}, {"beta", 0.8e-9}});
  for (int ranks = 2; ranks <= 33; ++ranks) {
    const auto ceil_lg = static_cast<int>(std::bit_width(static_cast<unsigned>(ranks - 1)));
    for (const std::int64_t bytes : {0, 1, 65536}) {
      const double one = 14 + 0.0008 * static_cast<double>(bytes);
      const double expected = one * (binomial ? ceil_lg : ranks - 1);
      EXPECT_NEAR(PredictMicroseconds(GetParam().algorithm, {.ranks = ranks, .root = ranks / 3},
                                      bytes, *network),
                  expected, 1e-11 * expected)
          << ranks << " ranks, " << bytes << " bytes";
    }
  }
}

// Rounds in which every rank sends one message and receives one of as many bytes. All ranks are
// alike: a round ends `one` after its start, if the port is open then. A transfer starts t + L +
// o_r + o_s after the transfer before it, but not before the port opens, g + t after it. The
// literature's o + (m-1)G + L + o for each round assumes g <= o_s + L + o_r.
double Exchanges(const LogGp& net, const std::vector<std::int64_t>& rounds) {
  double time = 0;
  for (std::size_t i = 0; i + 1 < rounds.size(); ++i) {
    time += std::max(net.One(0), net.gap) + net.Transfer(rounds[i]);
  }
  return time + net.One(rounds.back());
}

int CeilLg(int ranks) { return static_cast<int>(std::bit_width(static_cast<unsigned>(ranks - 1))); }

/// Message sizes m, 2m, 4m .. of lg(ranks) rounds.
std::vector<std::int64_t> Doubling(int ranks, std::int64_t m) {
  std::vector<std::int64_t> sizes;
  for (int have = 1; have < ranks; have *= 2) sizes.push_back(have * m);
  return sizes;
}

double EachOnce(const LogGp& net, int ranks, std::int64_t m) {
  return Exchanges(net, std::vector<std::int64_t>(static_cast<std::size_t>(ranks - 1), m));
}

double RingAllreduce(const LogGp& net, int ranks, std::int64_t part) {
  return Exchanges(net, std::vector<std::int64_t>(2 * static_cast<std::size_t>(ranks - 1), part));
}

double RecursiveDoubling(const LogGp& net, int ranks, std::int64_t m) {
  return Exchanges(net, Doubling(ranks, m));
}

double RecursiveDoublingOfWhole(const LogGp& net, int ranks, std::int64_t m) {
  return Exchanges(net, std::vector<std::int64_t>(static_cast<std::size_t>(CeilLg(ranks)), m));
}

double Dissemination(const LogGp& net, int ranks, std::int64_t /*m*/) {
  return RecursiveDoublingOfWhole(net, ranks, 0);
}

/// Message sizes: halves, quarters .. down to a part, and back.
double Rabenseifner(const LogGp& net, int ranks, std::int64_t part) {
  const std::vector<std::int64_t> back = Doubling(ranks, part);
  std::vector<std::int64_t> rounds(back.rbegin(), back.rend());
  rounds.insert(rounds.end(), back.begin(), back.end());
  return Exchanges(net, rounds);
}

/// The root and the root of the other half both go on with half as many ranks: the former when it
/// can send again, the latter when it has received.
double BinomialScatter(const LogGp& net, int ranks, std::int64_t m) {
  // In the last round each rank only sends to a leaf.
  double time = -std::max(0.0, net.NextRound(m) - net.One(m));
  for (const std::int64_t half : Doubling(ranks, m)) {
    time += std::max(net.One(half), net.NextRound(half));
  }
  return time;
}

/// A child is complete when its parent is done with the child before it: both have received equally
/// much. The child's message arrives no sooner than the port allows: g + t after the message before
/// it.
double BinomialGather(const LogGp& net, int ranks, std::int64_t m) {
  double time = 0;
  double arrived = -net.gap - net.Transfer(ranks * m);
  for (const std::int64_t half : Doubling(ranks, m)) {
    const double transfer = net.Transfer(half);
    arrived =
        std::max(time + net.send_overhead + transfer + net.latency, arrived + net.gap + transfer);
    time = std::max(time, arrived) + net.receive_overhead;
  }
  return time;
}

/// Message sizes of the circulant reduce-scatter: s_q - s_{q-1} pieces, down to s_1 - s_0, where
/// s_q = ranks and s_i = ceil(s_{i+1} / 2).
std::vector<std::int64_t> CirculantHalving(int ranks, std::int64_t m) {
  std::vector<std::int64_t> sizes;
  for (int have = ranks; have > 1; have = (have + 1) / 2) sizes.push_back(have / 2 * m);
  return sizes;
}

/// Message sizes of the sparbit allgather. At distance d, a power of two from the largest one below
/// `ranks` down to 1, half of the ceil(ranks / d) blocks that a rank has afterwards are new.
double Sparbit(const LogGp& net, int ranks, std::int64_t m) {
  std::vector<std::int64_t> sizes;
  for (int distance = 1; distance < ranks; distance *= 2) {
    sizes.insert(sizes.begin(), (ranks + distance - 1) / distance / 2 * m);
  }
  return Exchanges(net, sizes);
}

double CirculantReduceScatter(const LogGp& net, int ranks, std::int64_t m) {
  return Exchanges(net, CirculantHalving(ranks, m));
}

double CirculantAllreduce(const LogGp& net, int ranks, std::int64_t part) {
  std::vector<std::int64_t> rounds = CirculantHalving(ranks, part);
  const std::vector<std::int64_t> back(rounds.rbegin(), rounds.rend());
  rounds.insert(rounds.end(), back.begin(), back.end());
  return Exchanges(net, rounds);
}

/// Message sizes: halves, quarters .. down to a block.
double RecursiveHalving(const LogGp& net, int ranks, std::int64_t m) {
  const std::vector<std::int64_t> back = Doubling(ranks, m);
  return Exchanges(net, {back.rbegin(), back.rend()});
}

/// Recursive halving, and then a block to the rank whose number has the bits reversed. Two ranks
/// have no such message.
double HalvingAndReversal(const LogGp& net, int ranks, std::int64_t m) {
  std::vector<std::int64_t> sizes = Doubling(ranks, m);
  std::ranges::reverse(sizes);
  if (ranks > 2) sizes.push_back(m);
  return Exchanges(net, sizes);
}

struct RoundForm {
  Collective collective;
  const char* algorithm;
  bool power_of_two;
  bool in_parts;  // of `bytes` each, one for each rank
  double (*time)(const LogGp& net, int ranks, std::int64_t bytes);
};

// The rounds and their sizes are those of Thakur, Rabenseifner & Gropp, "Optimization of Collective
// Communication Operations in MPICH" (IJHPCA 2005), Hensgen, Finkel & Manber (1988), Loch &
// Koslovski, "Sparbit" (2021), Traeff, "An Improved Algorithm for (Non-commutative) Reduce-Scatter"
// (EuroPVM/MPI 2005) and "Optimal, Non-pipelined Reduce-scatter and Allreduce Algorithms" (2024),
// and De Sensi et al., "Bine Trees" (SC 2025).
constexpr RoundForm kRoundForms[] = {
    {Collective::kAllgather, "ring", false, false, EachOnce},
    {Collective::kAllgather, "recursive_doubling", true, false, RecursiveDoubling},
    {Collective::kAllgather, "sparbit", false, false, Sparbit},
    {Collective::kAllgatherv, "sparbit", false, false, Sparbit},
    {Collective::kAllgather, "bine", true, false, RecursiveDoubling},
    {Collective::kAllgatherv, "bine", true, false, RecursiveDoubling},
    {Collective::kAlltoall, "pairwise", false, false, EachOnce},
    {Collective::kBarrier, "dissemination", false, false, Dissemination},
    {Collective::kAllreduce, "ring", false, true, RingAllreduce},
    {Collective::kAllreduce, "recursive_doubling", true, false, RecursiveDoublingOfWhole},
    {Collective::kAllreduce, "rabenseifner", true, true, Rabenseifner},
    {Collective::kAllreduce, "circulant", false, true, CirculantAllreduce},
    {Collective::kReduceScatterBlock, "circulant", false, false, CirculantReduceScatter},
    {Collective::kReduceScatter, "circulant", false, false, CirculantReduceScatter},
    {Collective::kReduceScatterBlock, "butterfly", true, false, RecursiveHalving},
    {Collective::kReduceScatter, "butterfly", true, false, HalvingAndReversal},
    {Collective::kReduceScatterBlock, "bine", true, false, RecursiveHalving},
    {Collective::kReduceScatter, "bine", true, false, RecursiveHalving},
    {Collective::kScatter, "binomial", true, false, BinomialScatter},
    {Collective::kGather, "binomial", true, false, BinomialGather},
};

TEST(ClosedFormOfRounds, HoldsForLogGp) {
  for (const RoundForm& form : kRoundForms) {
    const Choice choice = ParseChoice(form.collective, form.algorithm);
    for (const LogGp& net : kNetworks) {
      const auto network = Make(net);
      for (int ranks = 2; ranks <= 33; ++ranks) {
        if (form.power_of_two && !std::has_single_bit(static_cast<unsigned>(ranks))) continue;
        for (const std::int64_t bytes : {0, 1, 2, 256, 65536}) {
          const double expected = form.time(net, ranks, bytes);
          // Blocks that wrap around the end of the ranks need no further message.
          const Rank roots = HasRoot(form.collective) ? ranks : 1;
          for (Rank root = 0; root < roots; ++root) {
            const Shape shape{.ranks = ranks,
                              .root = root,
                              .elements = form.in_parts ? ranks : 1,
                              .element = Bytes{bytes}};
            EXPECT_NEAR(Microseconds(RoundTime(choice, shape, *network)).count(), expected,
                        1e-11 * expected)
                << form.algorithm << ", " << ranks << " ranks, root " << root << ", " << bytes
                << " bytes";
          }
        }
      }
    }
  }
}

// De Sensi et al., "Bine Trees" (SC 2025): a Bine tree has the shape of the binomial tree.
TEST(ClosedFormOfTheBineTree, IsThatOfTheBinomialTree) {
  for (const LogGp& net : kNetworks) {
    const auto network = Make(net);
    for (int ranks = 2; ranks <= 64; ranks *= 2) {
      for (const Rank root : {0, 1, ranks / 2, ranks - 1}) {
        for (const std::int64_t bytes : {0, 1, 2, 256, 65536}) {
          const Shape shape{.ranks = ranks, .root = root, .element = Bytes{bytes}};
          const auto predict = [&](Collective collective, const char* algorithm) {
            const Seconds time = RoundTime(ParseChoice(collective, algorithm), shape, *network);
            return Microseconds(time).count();
          };
          const double expected = Binomial(net, ranks, bytes);
          EXPECT_NEAR(predict(Collective::kBcast, "bine"), expected, 1e-11 * expected)
              << ranks << " ranks, root " << root << ", " << bytes << " bytes";
          const double reduction = predict(Collective::kReduce, "binomial");
          EXPECT_NEAR(predict(Collective::kReduce, "bine"), reduction, 1e-11 * reduction)
              << ranks << " ranks, root " << root << ", " << bytes << " bytes";
        }
      }
    }
  }
}

// The literature's (p-1) one + (n-1)(g + (s-1)G), for n segments of s bytes, holds where a segment
// arrives every g + t. The root waits for its buffer, so its interval is max(o_s, g) + t. A rank in
// between spends o_s and o_r in that interval, and the last rank o_r; if that is more, it sets the
// pace.
TEST(ClosedFormOfThePipelinedChain, HoldsForLogGp) {
  for (const LogGp& net : kNetworks) {
    const auto network = Make(net);
    for (int ranks = 2; ranks <= 17; ++ranks) {
      for (const std::int64_t bytes : {1, 256, 65536}) {
        for (const int segments : {1, 2, 3, 10}) {
          const Choice choice =
              ParseChoice(Collective::kBcast, "chain_pipelined:segment=" + std::to_string(bytes));
          const double busy = net.receive_overhead + (ranks > 2 ? net.send_overhead : 0);
          const double expected =
              (ranks - 1) * net.One(bytes) + (segments - 1) * std::max(net.NextRound(bytes), busy);
          const Shape shape{.ranks = ranks, .elements = segments, .element = Bytes{bytes}};
          EXPECT_NEAR(Microseconds(RoundTime(choice, shape, *network)).count(), expected,
                      1e-11 * expected)
              << ranks << " ranks, " << segments << " segments of " << bytes << " bytes";
        }
      }
    }
  }
}

/// Hockney's model with a port for receives, too: a rank receives one message at a time. A rank
/// that has nothing to combine sends early; with MakeNetwork("hockney", ..) such messages overlap.
class OnePorted final : public Network {
 public:
  static double Microseconds(std::int64_t bytes) {
    return 14 + 0.0008 * static_cast<double>(bytes);
  }

  MessageCost Cost(Rank, Rank, Bytes bytes) const override {
    const Seconds time(1e-6 * Microseconds(bytes.count));
    return {.transfer = time, .gap = time, .receive_gap = time};
  }
};

// Traeff, "Optimal Broadcast Schedules in Logarithmic Time" (2024): n-1 + ceil(lg p) rounds for n
// segments. No algorithm takes fewer if a rank sends one segment at a time and receives one. An
// allreduce is a reduction and then a broadcast.
TEST(ClosedFormOfTheCirculantGraph, HoldsForHockney) {
  const auto hockney = MakeNetwork("hockney", {{"alpha", 14e-6}, {"beta", 0.8e-9}});
  const OnePorted one_ported;
  for (int ranks = 2; ranks <= 65; ++ranks) {
    for (const std::int64_t bytes : {1, 65536}) {
      for (const int segments : {1, 2, 3, 10, 37}) {
        const std::string segment = ":segment=" + std::to_string(bytes);
        const Shape shape{
            .ranks = ranks, .root = ranks / 3, .elements = segments, .element = Bytes{bytes}};
        const double expected = (segments - 1 + CeilLg(ranks)) * OnePorted::Microseconds(bytes);
        const auto predict = [&](Collective collective, const char* name, const Network& network) {
          const Seconds time = RoundTime(ParseChoice(collective, name + segment), shape, network);
          return Microseconds(time).count();
        };
        EXPECT_NEAR(predict(Collective::kBcast, "circulant", *hockney), expected, 1e-11 * expected)
            << ranks << " ranks, " << segments << " segments of " << bytes << " bytes";
        EXPECT_NEAR(predict(Collective::kReduce, "circulant", one_ported), expected,
                    1e-11 * expected)
            << ranks << " ranks, " << segments << " segments of " << bytes << " bytes";
        EXPECT_NEAR(predict(Collective::kAllreduce, "circulant_pipelined", one_ported),
                    2 * expected, 2e-11 * expected)
            << ranks << " ranks, " << segments << " segments of " << bytes << " bytes";
      }
    }
  }
}

// MPICH's recursive exchanges: for each digit in base k, k-1 messages of a k-th of the data that is
// left. A rank with one port sends them one after the other.
TEST(ClosedFormOfRadixK, HoldsForHockney) {
  const OnePorted one_ported;
  for (const int k : {2, 3, 4, 8}) {
    for (int ranks = k; ranks <= 81; ranks *= k) {
      for (const std::int64_t bytes : {1, 65536}) {
        double half = 0;  // the time of a reduce-scatter, or of an allgather
        for (int share = ranks / k; share > 0; share /= k) {
          half += (k - 1) * OnePorted::Microseconds(share * bytes);
        }
        const auto predict = [&](Collective collective, const char* name, std::int64_t elements) {
          const Choice choice = ParseChoice(collective, name + (":k=" + std::to_string(k)));
          const Shape shape{.ranks = ranks, .elements = elements, .element = Bytes{bytes}};
          return Microseconds(RoundTime(choice, shape, one_ported)).count();
        };
        EXPECT_NEAR(predict(Collective::kAllreduce, "k_reduce_scatter_allgather", ranks), 2 * half,
                    2e-11 * half)
            << ranks << " ranks, k = " << k << ", " << bytes << " bytes";
        for (const Collective collective :
             {Collective::kReduceScatterBlock, Collective::kReduceScatter}) {
          EXPECT_NEAR(predict(collective, "recursive_splitting", 1), half, 1e-11 * half)
              << ranks << " ranks, k = " << k << ", " << bytes << " bytes";
        }
      }
    }
  }
}

/// Message sizes of Bruck's concatenation with radix 2: as many blocks as are there, or missing.
std::vector<std::int64_t> Concatenation(int ranks, std::int64_t m) {
  std::vector<std::int64_t> sizes;
  for (int have = 1; have < ranks; have *= 2) sizes.push_back(std::min(have, ranks - have) * m);
  return sizes;
}

std::vector<std::int64_t> Together(std::vector<std::int64_t> first,
                                   const std::vector<std::int64_t>& then) {
  first.insert(first.end(), then.begin(), then.end());
  return first;
}

// Traeff & Hunold, "Decomposing MPI Collectives for Exploiting Multi-lane Communication" (CLUSTER
// 2020): lanes of s ranks, and groups of q ranks with s blocks for each of these.
TEST(ClosedFormOfLanes, HoldsForLogGp) {
  for (const LogGp& net : kNetworks) {
    const auto network = Make(net);
    for (int s = 2; s <= 6; ++s) {
      for (int q = 1; q <= 6; ++q) {
        const auto places = TestingSites(s * q, q);
        for (const std::int64_t bytes : {0, 1, 2, 256, 65536}) {
          const Shape shape{.ranks = s * q, .element = Bytes{bytes}, .places = places.get()};
          const auto check = [&](Collective collective, const std::vector<std::int64_t>& sizes) {
            const Choice choice = ParseChoice(collective, "two_level_lanes");
            const double expected = Exchanges(net, sizes);
            EXPECT_NEAR(Microseconds(Predict(choice, shape, *network)).count(), expected,
                        1e-11 * expected)
                << ToText(collective) << ", " << s << " groups of " << q << " ranks, " << bytes
                << " bytes";
          };
          const auto gathered = Together(Concatenation(s, bytes), Concatenation(q, s * bytes));
          check(Collective::kAllgather, gathered);
          check(Collective::kAllgatherv, gathered);
          const auto reduced = Together(CirculantHalving(q, s * bytes), CirculantHalving(s, bytes));
          check(Collective::kReduceScatterBlock, reduced);
          check(Collective::kReduceScatter, reduced);
        }
      }
    }
  }
}

// Lanes of s ranks and groups of q, powers of two, so that all ranks of a group have their blocks
// at the same time. A vector has q parts.
TEST(ClosedFormOfLanes, HoldsForHockney) {
  const OnePorted one_ported;
  const auto time = [](const std::vector<std::int64_t>& sizes) {
    double sum = 0;
    for (const std::int64_t size : sizes) sum += OnePorted::Microseconds(size);
    return sum;
  };
  for (int s = 2; s <= 8; s *= 2) {
    for (int q = 1; q <= 8; q *= 2) {
      const auto places = TestingSites(s * q, q);
      for (const std::int64_t bytes : {1, 65536}) {
        const auto check = [&](Collective collective, std::int64_t count, double expected) {
          const Shape shape{.ranks = s * q,
                            .root = HasRoot(collective) ? s * q / 3 : 0,
                            .elements = count,
                            .element = Bytes{bytes},
                            .places = places.get()};
          const Choice choice = ParseChoice(collective, "two_level_lanes");
          EXPECT_NEAR(Microseconds(Predict(choice, shape, one_ported)).count(), expected,
                      1e-11 * expected)
              << ToText(collective) << ", " << s << " groups of " << q << " ranks, " << bytes
              << " bytes";
        };
        const double blocks = time(Doubling(s, bytes)) + time(Doubling(q, s * bytes));
        check(Collective::kGather, 1, blocks);
        check(Collective::kScatter, 1, blocks);
        const std::int64_t elements = std::int64_t{s} * q;  // of a vector
        const std::int64_t part = s * bytes;
        const double parts = 2 * time(Doubling(q, part));
        check(Collective::kReduce, elements, parts + CeilLg(s) * OnePorted::Microseconds(part));
        const double scans = CeilLg(s) * OnePorted::Microseconds(part) +
                             CeilLg(q) * OnePorted::Microseconds(q * part);
        check(Collective::kScan, elements, parts + scans);
        check(Collective::kExscan, elements, parts + scans);
      }
    }
  }
}

// De Sensi et al., "Bine Trees" (SC 2025): lg p messages one after the other.
TEST(ClosedFormOfTheBineTree, HoldsForHockney) {
  const auto hockney = MakeNetwork("hockney", {{"alpha", 14e-6}, {"beta", 0.8e-9}});
  const OnePorted one_ported;
  for (int ranks = 2; ranks <= 64; ranks *= 2) {
    for (const std::int64_t bytes : {1, 65536}) {
      const Shape shape{.ranks = ranks, .root = ranks / 3, .element = Bytes{bytes}};
      const double expected = CeilLg(ranks) * OnePorted::Microseconds(bytes);
      const Choice bcast = ParseChoice(Collective::kBcast, "bine");
      const Choice reduce = ParseChoice(Collective::kReduce, "bine");
      EXPECT_NEAR(Microseconds(RoundTime(bcast, shape, *hockney)).count(), expected,
                  1e-11 * expected);
      EXPECT_NEAR(Microseconds(RoundTime(reduce, shape, one_ported)).count(), expected,
                  1e-11 * expected);
    }
  }
}

}  // namespace
}  // namespace colltune::models
