#include "tuner/intercept/settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <stdexcept>

#include "algorithms/registry.h"

namespace colltune::intercept {
namespace {

void ParseOne(std::string_view text, Forced& forced) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) {
    throw std::invalid_argument(
        fmt::format("COLLTUNE_FORCE: '{}' is not COLLECTIVE:ALGORITHM", text));
  }
  const std::string_view name = text.substr(0, colon);
  const std::optional<Collective> collective = FindCollective(name);
  if (!collective) {
    throw std::invalid_argument(fmt::format("COLLTUNE_FORCE: no collective '{}'; known: {}", name,
                                            fmt::join(kCollectiveNames, ", ")));
  }
  std::optional<Choice>& place = forced[static_cast<std::size_t>(*collective)];
  if (place) throw std::invalid_argument(fmt::format("COLLTUNE_FORCE: {} stands twice", name));
  try {
    place = ParseChoice(*collective, text.substr(colon + 1));
  } catch (const std::invalid_argument& fault) {
    throw std::invalid_argument(fmt::format("COLLTUNE_FORCE: {}", fault.what()));
  }
}

/// Returns a variable's value from 0 to `most` (at most 2); 0 if the variable is not set. Throws
/// std::invalid_argument for another value.
int Number(const Environment& environment, const char* name, int most) {
  const std::string value = ValueOf(environment, name);
  if (value.empty()) return 0;
  if (value.size() == 1 && '0' <= value.front() && value.front() <= '0' + most) {
    return value.front() - '0';
  }
  throw std::invalid_argument(
      fmt::format("{}: '{}' is {}", name, value, most == 1 ? "neither 0 nor 1" : "not 0, 1 or 2"));
}

Rank LogRank(const std::string& value) {
  if (value.empty() || value == "first") return kFirstOfEach;
  if (value == "all") return kEveryRank;
  Rank rank = 0;
  const char* const end = value.data() + value.size();
  const auto [last, fault] = std::from_chars(value.data(), end, rank);
  if (fault == std::errc() && last == end && rank >= 0) return rank;
  throw std::invalid_argument(
      fmt::format("COLLTUNE_LOG_RANK: '{}' is not first, all or a rank", value));
}

/// Returns whether choices are followed where an accelerator library is loaded.
bool FollowsBesideAccelerators(const std::string& value) {
  if (value.empty() || value == "library") return false;
  if (value == "follow") return true;
  throw std::invalid_argument(
      fmt::format("COLLTUNE_ACCELERATOR: '{}' is neither library nor follow", value));
}

}  // namespace

Forced ParseForced(std::string_view text) {
  Forced forced;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    ParseOne(text.substr(0, comma), forced);
    if (comma == std::string_view::npos) break;
    text.remove_prefix(comma + 1);
    if (text.empty()) throw std::invalid_argument("COLLTUNE_FORCE: nothing after the last comma");
  }
  return forced;
}

Settings ReadSettings(const Environment& environment) {
  Settings settings;
  settings.disabled = Number(environment, "COLLTUNE_DISABLE", 1) == 1;
  if (settings.disabled) return settings;
  settings.log = static_cast<Log>(Number(environment, "COLLTUNE_LOG", 2));
  settings.log_rank = LogRank(ValueOf(environment, "COLLTUNE_LOG_RANK"));
  settings.beside_accelerators =
      FollowsBesideAccelerators(ValueOf(environment, "COLLTUNE_ACCELERATOR"));
  settings.force = ValueOf(environment, "COLLTUNE_FORCE");
  ParseForced(settings.force);
  settings.profile = ValueOf(environment, "COLLTUNE_PROFILE");
  settings.stats = ValueOf(environment, "COLLTUNE_STATS");
  return settings;
}

}  // namespace colltune::intercept
