// One choice for all sizes, where ranks do not know them.
#ifndef COLLTUNE_TUNER_ONE_FOR_ALL_H_
#define COLLTUNE_TUNER_ONE_FOR_ALL_H_

#include <string>

#include "tuner/line.h"

namespace colltune {

struct OneForAll {
  std::string choice;
  LogRatio gain = 0;  ///< the mean over the sizes of log(time of the library / of the choice)
};

/// The choice that is the fastest on the average of all measured sizes, of those that save more
/// than the share `margin` of the library's time and are significantly slower at none. Else the
/// library.
OneForAll BestForAllSizes(const Line& line, double margin);

}  // namespace colltune

#endif  // COLLTUNE_TUNER_ONE_FOR_ALL_H_
