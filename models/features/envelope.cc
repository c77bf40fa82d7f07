#include "models/features/envelope.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace colltune::models {
namespace {

/// Two hosts that may be siblings, and third hosts to which both have known latencies.
struct Comparison {
  std::size_t i, j;
  std::vector<std::size_t> thirds;
};

/// Returns by how much the difference of two hosts' values depends on the third host.
template <typename Value>
double SpreadOf(const Comparison& comparison, const Value& value) {
  double least = std::numeric_limits<double>::infinity();
  double most = -least;
  for (const std::size_t k : comparison.thirds) {
    const double difference = value(comparison.i, k) - value(comparison.j, k);
    least = std::min(least, difference);
    most = std::max(most, difference);
  }
  return most - least;
}

/// Returns pairs whose byte times differ by more than a constant, ordered by their first hosts: at
/// most 64 of these, each with its nearest partners. Two thirds that an envelope makes alike may do
/// so by chance; three do not.
std::vector<Comparison> ComparisonsIn(const PairMatrix& latency, const PairMatrix& byte_time) {
  constexpr std::size_t kMost = 64;
  const Partners partners = PartnersIn(latency);
  const std::size_t hosts = latency.hosts();
  const std::size_t fewest = std::min<std::size_t>(3, std::max<std::size_t>(hosts, 4) - 2);
  const std::size_t step = (hosts + kMost - 1) / kMost;
  const auto few = [kMost](const std::vector<std::size_t>& all) {
    return std::span(all).first(std::min(all.size(), kMost));
  };
  std::vector<Comparison> found;
  for (std::size_t i = 0; i < hosts; i += step) {
    for (const std::size_t j : few(partners[i])) {
      Comparison comparison{i, j, {}};
      double slowest = 0;
      for (const std::size_t k : few(partners[partners[i].size() < partners[j].size() ? i : j])) {
        if (k == i || k == j) continue;
        if (std::isnan(byte_time.At(i, k)) || std::isnan(byte_time.At(j, k))) continue;
        comparison.thirds.push_back(k);
        slowest = std::max({slowest, byte_time.At(i, k), byte_time.At(j, k)});
      }
      const auto rate = [&](std::size_t a, std::size_t b) { return byte_time.At(a, b); };
      const bool tells = comparison.thirds.size() >= fewest &&
                         SpreadOf(comparison, rate) > (kAlikeByteTimes - 1) * slowest;
      if (tells) found.push_back(std::move(comparison));
    }
  }
  return found;
}

}  // namespace

int FindEnvelope(const PairMatrix& latency, const PairMatrix& byte_time, double resolution) {
  constexpr int kMost = 128;  // B: more than the headers of TCP, IP, Ethernet and MPI
  constexpr int kStep = 8;
  const std::vector<Comparison> all = ComparisonsIn(latency, byte_time);
  // By logarithms, so that hosts without a sibling that tells the envelope do not hide others.
  const auto error = [&](int envelope) {
    double sum = 0;
    for (auto first = all.begin(); first != all.end();) {
      double nearest = std::numeric_limits<double>::infinity();
      auto comparison = first;
      for (; comparison != all.end() && comparison->i == first->i; ++comparison) {
        nearest = std::min(nearest, SpreadOf(*comparison, [&](std::size_t a, std::size_t b) {
                             return latency.At(a, b) - envelope * byte_time.At(a, b);
                           }));
      }
      sum += std::log(nearest + resolution);
      first = comparison;
    }
    return sum;
  };
  const double better = std::log(4);  // an envelope has to explain more than chance does
  int best = 0;
  double least = error(0) - better;
  const auto consider = [&](int envelope) {
    const double sum = error(envelope);
    if (sum >= least) return;
    least = sum;
    best = envelope;
  };
  for (int envelope = kStep; envelope <= kMost; envelope += kStep) consider(envelope);
  if (best == 0) return 0;
  const int around = best;
  for (int envelope = around - kStep + 1; envelope < around + kStep; ++envelope) consider(envelope);
  return best;
}

}  // namespace colltune::models
