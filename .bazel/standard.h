// What most sources use of the standard library, which takes longer to read than they do: compiled
// once (@standard), and handed to all by .bazelrc. They include what they use all the same, since
// .ci/lint and other compilers than g++ read them without this.
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
