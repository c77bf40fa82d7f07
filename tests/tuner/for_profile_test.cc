#include <gtest/gtest.h>

#include <limits>

#include "models/networks.h"
#include "tuner/experiments/network_stage.h"
#include "tuner/text/network_models.h"

namespace colltune::tune {
namespace {

TEST(ForProfile, KeepsWhatNoSampleTellsSoThatTheNetworkCanBeMadeAgain) {
  models::Fit fit;
  fit.model = "hockney";
  fit.parameters = {{.name = "alpha", .value = 1e-5, .unit = "s", .half_width = 1e-7},
                    {.name = "beta",
                     .value = 2e-9,
                     .unit = "s/B",
                     .half_width = std::numeric_limits<double>::infinity(),
                     .identified = false}};
  const FittedModel kept = ForProfile(fit);
  ASSERT_EQ(kept.parameters.size(), 2u);
  EXPECT_EQ(kept.parameters[0].half_width, 1e-7);
  EXPECT_EQ(kept.parameters[1].half_width, std::nullopt);
  const auto network = models::MakeNetwork(kept.name, ValuesOf(kept));
  EXPECT_NEAR(network->Cost(0, 1, Bytes{1000}).transfer.count(), 1e-5 + 1000 * 2e-9, 1e-12);
}

}  // namespace
}  // namespace colltune::tune
