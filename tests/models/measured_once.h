// Arguments and measurements that all tests of one simulated machine share.
#ifndef COLLTUNE_TESTS_MODELS_MEASURED_ONCE_H_
#define COLLTUNE_TESTS_MODELS_MEASURED_ONCE_H_

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "tests/models/networks_of.h"

namespace colltune::models {

struct MachineAndModelNames {
  std::string machine;
  std::string model;
};

/// The arguments of the program. Throws std::invalid_argument without them.
inline MachineAndModelNames MachineAndModel() {
  const std::vector<std::string> arguments = testing::internal::GetArgvs();
  if (arguments.size() < 3) throw std::invalid_argument("it takes the machine and the model");
  return {arguments[1], arguments[2]};
}

/// The result of MeasuredInVirtualTime, for all tests of the program: collective in the first call.
inline const measure::NetworkData& MeasuredOnce() {
  static const measure::NetworkData data = MeasuredInVirtualTime();
  return data;
}

}  // namespace colltune::models

#endif  // COLLTUNE_TESTS_MODELS_MEASURED_ONCE_H_
