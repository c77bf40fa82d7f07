// Hockney's model: a message of m bytes takes T(m) = alpha + beta m.
//
// Source: R. W. Hockney, "The communication challenge for MPP: Intel Paragon and Meiko CS-2"
// (Parallel Computing 20, 1994).
// Experiments: the round trip, 2 (alpha + beta m).
//
// The model does not say which part of T keeps whom busy. As a Network, the sender's port is busy
// for all of T and nothing else takes any time. This is how the literature uses the model: a flat
// broadcast of p ranks costs (p-1) T(m), a binomial one ceil(lg p) T(m) (Pjesivac-Grbovic et al.,
// "Performance analysis of MPI collective operations", Cluster Computing 10, 2007). With alpha as
// latency, a flat tree's start-ups would overlap, and it would cost alpha + (p-1) beta m.
#include <array>
#include <memory>

#include "models/fit/linear_model.h"

namespace colltune::models {
namespace {

constexpr std::array kParameters = {
    LinearParameter{"alpha", "s", "the bytes already explain the round trip of the small messages"},
    LinearParameter{"beta", "s/B", "large messages take no longer than small ones"},
};

constexpr std::array kExperiments = {measure::Experiment::kRoundTrip};

class Hockney final : public Network {
 public:
  Hockney(Seconds alpha, Seconds beta) : alpha_(alpha), beta_(beta) {}

  MessageCost Cost(Rank, Rank, Bytes bytes) const override {
    const Seconds time = alpha_ + static_cast<double>(bytes.count) * beta_;
    return {.transfer = time, .gap = time};
  }

 private:
  Seconds alpha_;
  Seconds beta_;  // per byte
};

std::vector<double> Coefficients(const measure::NetworkSample& sample) {
  return {2, 2 * static_cast<double>(sample.bytes.count)};
}

std::unique_ptr<Network> Build(std::span<const double> values) {
  return std::make_unique<Hockney>(Seconds(values[0]), Seconds(values[1]));
}

constexpr LinearModel kHockney = {
    .name = "hockney",
    .parameters = kParameters,
    .experiments = kExperiments,
    .takes = "round trips of two or more sizes",
    .coefficients = Coefficients,
    .build = Build,
};

}  // namespace

NetworkModel HockneyModel() {
  return {
      .name = kHockney.name,
      .summary = "a start-up time and a time per byte",
      .source = "Hockney 1994",
      .experiments = kHockney.experiments,
      .fit = [](const measure::NetworkData& data,
                const FitOptions& options) { return FitLinear(kHockney, data, options); },
      .make = [](const ParameterValues& values,
                 std::span<const measure::Place>) { return MakeLinear(kHockney, values); },
  };
}

}  // namespace colltune::models
