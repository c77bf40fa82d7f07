#include "measure/statistics/outliers.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/measure/samples.h"

namespace colltune::measure {
namespace {

TEST(PreemptionLimit, IsAMultipleOfTheMedian) {
  EXPECT_EQ(PreemptionLimit(OneTo(3)), Seconds(10));
  EXPECT_EQ(PreemptionLimit(OneTo(3), 3), Seconds(6));
  EXPECT_TRUE(std::isinf(PreemptionLimit({}).count()));
  EXPECT_TRUE(std::isinf(PreemptionLimit({Seconds(-1), Seconds(0), Seconds(1)}).count()));
}

}  // namespace
}  // namespace colltune::measure
