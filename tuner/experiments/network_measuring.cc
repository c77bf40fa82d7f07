#include "tuner/experiments/network_measuring.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "measure/network/places.h"
#include "measure/network/suite.h"
#include "models/topology_streams.h"
#include "models/topology_trips.h"
#include "tuner/job/interrupt.h"
#include "tuner/job/progress.h"

namespace colltune::tune {
namespace {

constexpr std::array kDepths = {1, 2, 4, 8, 16, 32};  // up to those of Bell et al., figure 5
constexpr Bytes kMostBuffered{1 << 22};  // the largest size that is tried for buffering

void CheckFits(const NetworkPlan& plan, const Job& job) {
  if (job.ranks() < 2) {
    throw std::invalid_argument(
        "a network takes two ranks or more, as in: mpiexec -n 2 -f HOSTS colltune network");
  }
  const Rank highest = std::max(plan.pair.first, plan.pair.second);
  if (highest >= job.ranks()) {
    throw std::invalid_argument(
        fmt::format("--pair: rank {} is not one of {} ranks", highest, job.ranks()));
  }
}

class Measurer {
 public:
  Measurer(const NetworkPlan& plan, Job& job)
      : plan_(plan),
        job_(job),
        progress_(*plan.progress, "network", 1),
        own_(PrivateCopy(job.comm())),
        // The suite takes some four times as long as one pair.
        share_(plan.suite ? 0.2 : 1) {}

  NetworkResult Run() {
    NetworkResult result;
    MeasureLayer(result.layer);
    if (plan_.suite) {
      measure::SuiteOptions options;
      options.experiments.repetitions = plan_.experiments.repetitions;
      options.trips = models::DesignTrips;
      options.design = models::DesignStreams;
      result.suite = measure::MeasureNetwork(job_.comm(), measure::WtimeClock(), options,
                                             [&](double share, const std::string& doing) {
                                               Next(share_ + (1 - share_) * share, doing);
                                             });
    }
    return result;
  }

 private:
  void Next(double share, const std::string& doing) {
    if (Job::Any(Interrupts() > 0, job_.comm())) throw Interrupted();
    progress_.Update(share, doing);
  }

  void MeasureLayer(MeasuredLayer& measured) {
    auto layer = plan_.layer->make(own_.get());
    if (plan_.sizes.front() < layer->least()) {
      throw std::invalid_argument(fmt::format("--bytes: {} is below {}, the smallest message of {}",
                                              plan_.sizes.front().count, layer->least().count,
                                              layer->name()));
    }
    const auto [from, to] = plan_.pair;
    const auto places = measure::PlacesOf(own_.get());
    measured.layer = plan_.layer->name;
    measured.from = from;
    measured.to = to;
    measured.from_host = places[static_cast<std::size_t>(from)].host;
    measured.to_host = places[static_cast<std::size_t>(to)].host;
    measured.sizes = plan_.sizes;
    measure::NetworkExperiments experiments(std::move(layer), own_.get(), measure::WtimeClock(),
                                            plan_.experiments);
    Perform(experiments, measured);
  }

  void Perform(measure::NetworkExperiments& experiments, MeasuredLayer& measured) {
    const auto [from, to] = plan_.pair;
    std::vector<measure::NetworkSample>& samples = measured.samples;
    const double steps = static_cast<double>(plan_.sizes.size()) + 2;
    double step = 0;
    Next(0, "round trips");
    samples.push_back(experiments.RoundTrip(from, to, plan_.sizes.front()));
    for (const Bytes bytes : plan_.sizes) {
      Next(share_ * ++step / steps, "messages of " + ToText(bytes));
      for (const int depth : kDepths) {
        samples.push_back(experiments.Flood(from, to, bytes, depth, 1));
        samples.push_back(experiments.Flood(from, to, bytes, depth));
      }
      samples.push_back(experiments.SendOverlap(from, to, bytes));
      samples.push_back(experiments.ReceiveOverlap(from, to, bytes));
    }
    Next(share_ * ++step / steps, "rendezvous");
    measured.most_buffered = kMostBuffered;
    measured.rendezvous =
        measure::FindRendezvous(experiments, from, to, plan_.sizes.front(), kMostBuffered).bytes;
    measured.parameters = measure::FindSeedParameters(samples);
  }

  const NetworkPlan& plan_;
  Job& job_;
  Progress progress_;
  const UniqueComm own_;
  const double share_;
};

}  // namespace

NetworkResult MeasureNetworkOf(const NetworkPlan& plan, Job& job) {
  CheckFits(plan, job);
  return Measurer(plan, job).Run();
}

}  // namespace colltune::tune
