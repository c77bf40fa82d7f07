#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "profiles/profile.h"
#include "profiles/stats/stats.h"
#include "profiles/stats/stats_text.h"

namespace colltune {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kMostInt = std::numeric_limits<int>::max();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

/// A fault in a line.
class Fault : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

const Json& Member(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) throw Fault(fmt::format("no '{}'", key));
  return *found;
}

std::int64_t WholeOf(const Json& value, const char* key, std::int64_t least, std::int64_t most) {
  const bool fits = value.is_number_integer() &&
                    (!value.is_number_unsigned() ||
                     value.get<std::uint64_t>() <= static_cast<std::uint64_t>(kMost)) &&
                    least <= value.get<std::int64_t>() && value.get<std::int64_t>() <= most;
  if (fits) return value.get<std::int64_t>();
  throw Fault(
      fmt::format("'{}' is {}, not a whole number from {} to {}", key, value.dump(), least, most));
}

std::int64_t Whole(const Json& object, const char* key, std::int64_t least, std::int64_t most) {
  return WholeOf(Member(object, key), key, least, most);
}

int Int(const Json& object, const char* key, int least, int most = kMostInt) {
  return static_cast<int>(Whole(object, key, least, most));
}

double Number(const Json& object, const char* key) {
  const Json& value = Member(object, key);
  if (!value.is_number() || !std::isfinite(value.get<double>()) || value.get<double>() < 0) {
    throw Fault(fmt::format("'{}' is {}, not a number from 0 on", key, value.dump()));
  }
  return value.get<double>();
}

std::string Text(const Json& object, const char* key) {
  const Json& value = Member(object, key);
  if (!value.is_string()) throw Fault(fmt::format("'{}' is {}, not a text", key, value.dump()));
  return value.get<std::string>();
}

/// Returns the value of a name that `find` knows.
template <typename Find>
auto Named(const Json& object, const char* key, Find find) {
  const std::string name = Text(object, key);
  const auto found = find(name);
  if (!found) throw Fault(fmt::format("'{}' is '{}', which is not known", key, name));
  return *found;
}

StatsHeader HeaderOf(const Json& object) {
  if (Int(object, kStatsKey, 1) != kStatsVersion) {
    throw Fault(fmt::format("version {}; this program reads version {}", Int(object, kStatsKey, 1),
                            kStatsVersion));
  }
  StatsHeader header;
  header.job = Text(object, "job");
  header.ranks = Int(object, "ranks", 1);
  header.rank = Int(object, "rank", 0, header.ranks - 1);
  header.profile = Text(object, "profile");
  header.clock = Microseconds(Number(object, "clock_us"));
  header.elapsed = Seconds(Number(object, "seconds"));
  return header;
}

CallStats CallsOf(const Json& object) {
  CallStats calls;
  calls.communicator = Whole(object, "communicator", 0, kMost);
  calls.communicators = Int(object, "communicators", 1);
  calls.name = Text(object, "name");
  calls.ranks = Int(object, "ranks", 1);
  calls.ranks_per_node = Int(object, "ranks_per_node", 0, calls.ranks);
  calls.placement.sites = Int(object, "sites", 0);
  calls.placement.mapping = Named(object, "mapping", FindMapping);
  calls.collective = Named(object, "op", FindCollective);
  const Json& bytes = Member(object, "bytes");
  if (!bytes.is_array() || bytes.size() != 2) throw Fault("'bytes' is not [least, most]");
  calls.least = Bytes{WholeOf(bytes[0], "bytes", 0, kMost)};
  calls.most = Bytes{WholeOf(bytes[1], "bytes", calls.least.count, kMost)};
  calls.mean_bytes = Number(object, "mean_bytes");
  calls.choice = Text(object, "choice");
  calls.why = Text(object, "why");
  calls.calls = Whole(object, "calls", 1, kMost);
  calls.samples = Int(object, "samples", 1);
  calls.mean = Microseconds(Number(object, "mean_us"));
  calls.median = Microseconds(Number(object, "median_us"));
  return calls;
}

Json Parsed(std::string_view line) {
  Json object = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (!object.is_object()) throw Fault("not an object of JSON");
  return object;
}

/// Takes the first line off the text, and returns it.
std::string_view Next(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

/// Reads the lines after the first one.
void ParseCalls(std::string_view text, const std::string& file, StatsFile& stats,
                std::vector<std::string>& faults) {
  int number = 1;
  while (!text.empty()) {
    ++number;
    const std::string_view line = Next(text);
    const int before = number - 2;  // without the first one
    try {
      const Json object = Parsed(line);
      if (!object.contains(kStatsEndKey)) {
        stats.calls.push_back(CallsOf(object));
      } else if (Whole(object, kStatsEndKey, 0, kMost) == before && text.empty()) {
        return;
      } else {
        throw Fault(fmt::format("the end of other lines than the {} before it", before));
      }
    } catch (const Fault& fault) {
      faults.push_back(fmt::format("{}:{}: {}", file, number, fault.what()));
    }
  }
  faults.push_back(fmt::format("{}:{}: the end is missing", file, number + 1));
}

}  // namespace

StatsFile ParseStats(std::string_view text, const std::string& file,
                     std::vector<std::string>& faults) {
  if (text.empty()) {
    throw ProfileError(file, 0, "is empty: the program has not come to MPI_Finalize");
  }
  StatsFile stats;
  try {
    stats.header = HeaderOf(Parsed(Next(text)));
  } catch (const Fault& fault) {
    throw ProfileError(file, 1, fmt::format("not statistics: {}", fault.what()));
  }
  ParseCalls(text, file, stats, faults);
  return stats;
}

}  // namespace colltune
