#include "tuner/experiments/network_stage.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "measure/network/suite.h"
#include "models/networks.h"
#include "models/topology_streams.h"
#include "models/topology_trips.h"
#include "tuner/job/interrupt.h"
#include "tuner/job/progress.h"

namespace colltune::tune {

measure::NetworkData MeasureNetworkOf(Job& job, const measure::Clock& clock,
                                      const NetworkCourse& course) {
  const bool is_exact = course.timing == TimingModel::kExact;
  measure::SuiteOptions options = is_exact ? measure::ExactSuite() : measure::SuiteOptions{};
  options.most_ranks_of_triplets = 0;  // lmo learns the same from fans
  options.trips = models::DesignTrips;
  options.design = models::DesignStreams;
  if (!is_exact) options.most_time = course.most;
  Progress progress(*course.progress, "network", 1);
  const Seconds begin = clock.Now();
  return measure::MeasureNetwork(
      job.comm(), clock, options, [&](double share, const std::string& doing) {
        course.beat(doing);
        if (Job::Any(Interrupts() > 0, job.comm())) throw Interrupted();
        const Seconds spent = clock.Now() - begin;
        std::optional<Seconds> left;
        if (share > 0) left = std::min(spent * ((1 - share) / share), options.most_time - spent);
        progress.Update(share, doing, left);
      });
}

namespace {

/// Fits one model; nothing where samples for it are missing, such as those of a third rank.
std::optional<models::Fit> FitOf(const models::NetworkModel& model,
                                 const measure::NetworkData& data) {
  try {
    return model.fit(data, {});
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

}  // namespace

bool CanFit(const measure::NetworkData& data) {
  return std::ranges::any_of(models::NetworkModels(), [&data](const models::NetworkModel& model) {
    return FitOf(model, data).has_value();
  });
}

std::vector<models::Fit> FitAll(const measure::NetworkData& data) {
  std::vector<models::Fit> fits;
  for (const models::NetworkModel& model : models::NetworkModels()) {
    StopIfInterrupted();
    if (std::optional<models::Fit> fit = FitOf(model, data)) fits.push_back(std::move(*fit));
  }
  if (fits.empty()) {
    throw std::invalid_argument("no model can be fitted to what was measured of the network");
  }
  return fits;
}

FittedModel ForProfile(const models::Fit& fit) {
  FittedModel model{fit.model, {}, fit.worst_residual};
  for (const models::FittedParameter& p : fit.parameters) {
    const bool is_told = p.identified && std::isfinite(p.half_width);
    model.parameters.push_back(
        {p.name, p.value, p.unit, is_told ? std::optional(p.half_width) : std::nullopt});
  }
  return model;
}

}  // namespace colltune::tune
