// Lines that the preload library writes to standard error.
#ifndef COLLTUNE_TUNER_INTERCEPT_PRINT_H_
#define COLLTUNE_TUNER_INTERCEPT_PRINT_H_

#include <cstdio>
#include <string>

#include "algorithms/printable.h"

namespace colltune::intercept {

/// Writes "colltune: TEXT" as one line, whatever the text holds. The line is written as a whole, so
/// that the lines of several ranks do not mix.
inline void PrintLine(const std::string& text) {
  std::fputs(("colltune: " + Printable(text) + "\n").c_str(), stderr);
}

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_PRINT_H_
