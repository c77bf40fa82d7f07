// Headers of the standard library that most sources include. Parsing them takes longer than parsing
// the sources, so they are precompiled once (@standard), and .bazelrc hands them to all sources.
// Each source still includes the headers that it uses, since .ci/lint and other compilers than g++
// read it without this file.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>
