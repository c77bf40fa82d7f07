// The simulator against what the literature's closed formulas say of homogeneous networks.
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

#include "algorithms/registry.h"
#include "models/networks.h"
#include "models/simulator.h"

namespace colltune {
namespace {

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

double Flat(const LogGp& net, int ranks, std::int64_t m) {
  return (ranks - 2) * net.NextRound(m) + net.One(m);
}

double FlatNonblocking(const LogGp& net, int ranks, std::int64_t m) {
  return (ranks - 2) * net.SameRound(m) + net.One(m);
}

double Chain(const LogGp& net, int ranks, std::int64_t m) { return (ranks - 1) * net.One(m); }

/// The root of n ranks first sends to the root of those from `half` on, the largest power of two
/// below n; that half is done after one message and its own broadcast. The root goes on with the
/// ranks below `half` when it can send again.
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
  return Microseconds(Predict(choice, shape, network)).count();
}

TEST_P(ClosedForm, HoldsForLogGp) {
  constexpr LogGp kNetworks[] = {
      {.latency = 10, .send_overhead = 2, .receive_overhead = 3, .gap = 4, .byte_gap = 0.0008},
      {.latency = 10, .send_overhead = 5, .receive_overhead = 1, .gap = 2, .byte_gap = 0.0008},
      // The latency is so short that the root, not the deepest leaf, decides the binomial tree.
      {.latency = 0.1, .send_overhead = 1, .receive_overhead = 0.2, .gap = 50, .byte_gap = 0.01},
  };
  for (const LogGp& net : kNetworks) {
    const auto network = MakeNetwork("loggp", {{"L", net.latency * 1e-6},
                                               {"o_s", net.send_overhead * 1e-6},
                                               {"o_r", net.receive_overhead * 1e-6},
                                               {"g", net.gap * 1e-6},
                                               {"G", net.byte_gap * 1e-6}});
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

}  // namespace
}  // namespace colltune
