#include "profiles/exporters/openmpi/openmpi_json_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include "algorithms/printable.h"
#include "profiles/exporters/json_commas.h"

namespace colltune {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 3> kDistributions = {"any", "one-per-node", "single-node"};
constexpr std::int64_t kMostInt = std::numeric_limits<int>::max();
constexpr std::int64_t kMostBytes = std::numeric_limits<std::int64_t>::max();

[[noreturn]] void Fail(std::string_view place, std::string_view reason) {
  throw std::invalid_argument(fmt::format("{}: {}", place, reason));
}

// Takes no std::string, with which g++ 14 suspects the result of referring to a temporary place.
const Json& Get(const Json& json, std::string_view name, std::string_view place) {
  const auto found = json.find(name);
  if (found == json.end()) Fail(place, fmt::format("has no \"{}\"", name));
  return *found;
}

/// Notes on fields that Open MPI ignores without a word when it reads a file.
class Notes {
 public:
  explicit Notes(std::string file) : file_(std::move(file)) {}

  void Add(const std::string& place, const std::string& what) {
    all_.push_back(fmt::format("{}: {}: {}", file_, place, what));
  }

  std::string Where(const std::string& place) const { return fmt::format("{}: {}", file_, place); }

  std::vector<std::string> Take() { return std::move(all_); }

 private:
  std::string file_;
  std::vector<std::string> all_;
};

/// Checks that all fields are known. Fields that begin with $, such as "$schema", are for other
/// readers.
void CheckFields(const Json& json, std::span<const std::string_view> known,
                 const std::string& place, Notes& notes) {
  if (!json.is_object()) Fail(place, "is no object");
  for (const auto& [name, value] : json.items()) {
    if (std::ranges::find(known, name) != known.end() || name.starts_with('$')) continue;
    notes.Add(place, fmt::format("\"{}\" is not known to Open MPI, and not read; known are \"{}\"",
                                 name, fmt::join(known, "\", \"")));
  }
}

/// Compares three characters, as Open MPI's reader does.
bool IsInfinite(const Json& json) {
  if (!json.is_string()) return false;
  const auto& text = json.get_ref<const std::string&>();
  return text.starts_with("inf") || text.starts_with("Inf") || text.starts_with("INF");
}

/// Returns the number, or `standard` where the field is missing.
std::int64_t Number(const Json& json, std::string_view name, std::int64_t standard,
                    std::int64_t most, const std::string& place) {
  const auto found = json.find(name);
  if (found == json.end()) return standard;
  if (IsInfinite(*found) && most == kMostBytes) return most;
  if (!found->is_number_unsigned() || found->get<std::uint64_t>() > std::uint64_t(most)) {
    Fail(place, fmt::format("\"{}\": not a whole number from 0 to {}", name, most));
  }
  return found->get<std::int64_t>();
}

/// Returns nothing for an algorithm that Open MPI does not know: it then ignores the rule.
std::optional<std::int64_t> Algorithm(const Json& json, Collective collective, OpenMpi release,
                                      const std::string& place) {
  if (json == 0 || json == "ignore") return 0;
  if (json.is_string()) return TunedNumber(collective, json.get<std::string>(), release);
  if (!json.is_number_integer()) Fail(place, "\"alg\" is neither a text nor a whole number");
  const bool is_known =
      json.is_number_unsigned() && TunedName(collective, json.get<std::int64_t>(), release);
  return is_known ? std::optional(json.get<std::int64_t>()) : std::nullopt;
}

std::optional<TunedRule> ToRule(const Json& json, Collective collective, OpenMpi release,
                                const std::string& place, Notes& notes) {
  CheckFields(json,
              std::array<std::string_view, 6>{"msg_size_min", "msg_size_max", "alg", "seg_size",
                                              "faninout", "reqs"},
              place, notes);
  TunedRule rule;
  rule.where = notes.Where(place);
  rule.first.count = Number(json, "msg_size_min", 0, kMostBytes, place);
  rule.last.count = Number(json, "msg_size_max", kMostBytes, kMostBytes, place);
  for (const auto& [name, value] : kJsonValues) {
    rule.choice.*value = Number(json, name, 0, kMostInt, place);
  }
  const Json& algorithm = Get(json, "alg", place);
  const auto number = Algorithm(algorithm, collective, release, place);
  if (!number) {
    notes.Add(place, fmt::format("{} has no algorithm {}; Open MPI leaves the rule out",
                                 ToText(collective), JsonText(algorithm)));
    return std::nullopt;
  }
  rule.choice.number = *number;
  if (rule.last < rule.first) {
    notes.Add(place, "no size is from msg_size_min to msg_size_max");
    return std::nullopt;
  }
  return rule;
}

Distribution ToDistribution(const Json& json, const std::string& place, Notes& notes) {
  if (!json.is_string()) Fail(place, "\"comm_rank_distribution\" is no text");
  const auto found = std::ranges::find(kDistributions, json.get_ref<const std::string&>());
  if (found != kDistributions.end()) {
    return static_cast<Distribution>(found - kDistributions.begin());
  }
  notes.Add(place,
            fmt::format("comm_rank_distribution is {}, none of {}; Open MPI takes it for any",
                        JsonText(json), fmt::join(kDistributions, ", ")));
  return Distribution::kAny;
}

const Json& Array(const Json& json, std::string_view place) {
  if (!json.is_array()) Fail(place, "is no array");
  return json;
}

TunedBlock ToBlock(const Json& json, Collective collective, OpenMpi release,
                   const std::string& place, Notes& notes) {
  CheckFields(json,
              std::array<std::string_view, 4>{"comm_size_min", "comm_size_max",
                                              "comm_rank_distribution", "rules"},
              place, notes);
  TunedBlock block;
  block.first = static_cast<int>(Number(json, "comm_size_min", 0, kMostInt, place));
  const auto most = json.find("comm_size_max");
  // Open MPI stores "inf" as -1 in an int, which is less than the size of any communicator.
  const bool is_for_none = most != json.end() && IsInfinite(*most);
  block.last =
      is_for_none ? -1 : static_cast<int>(Number(json, "comm_size_max", kMostInt, kMostInt, place));
  if (block.last < block.first) {
    notes.Add(place, "Open MPI finds no communicator from comm_size_min to comm_size_max");
  }
  block.distribution =
      ToDistribution(json.value("comm_rank_distribution", Json("any")), place, notes);
  std::size_t number = 0;
  for (const Json& rule : Array(Get(json, "rules", place), place + ".rules")) {
    const std::string here = fmt::format("{}.rules[{}]", place, number++);
    if (auto known = ToRule(rule, collective, release, here, notes)) {
      block.rules.push_back(std::move(*known));
    }
  }
  return block;
}

/// Collectives that Open MPI has, and for which "tuned" has no rules.
constexpr std::array<std::string_view, 3> kWithoutRules = {"alltoallw", "gatherv", "scatterv"};

TunedTable ToTable(const Json& json, OpenMpi release, Notes& notes) {
  CheckFields(json, std::array<std::string_view, 3>{"rule_file_version", "module", "collectives"},
              "the file", notes);
  TunedTable table;
  const Json& collectives = Get(json, "collectives", "the file");
  if (!collectives.is_object()) Fail("collectives", "is no object");
  for (const auto& [name, blocks] : collectives.items()) {
    const auto collective = FindCollective(name);
    if (std::ranges::find(kWithoutRules, name) != kWithoutRules.end()) {
      notes.Add("collectives", fmt::format("\"{}\" has no algorithms to choose from", name));
      continue;
    }
    if (!collective || FindTuned(*collective) == nullptr) {
      Fail("collectives", fmt::format("there are no rules for \"{}\"", name));
    }
    std::vector<TunedBlock>& all = table[*collective];
    for (const Json& block : Array(blocks, name)) {
      all.push_back(
          ToBlock(block, *collective, release, fmt::format("{}[{}]", name, all.size()), notes));
    }
  }
  return table;
}

/// Throws std::invalid_argument where a key comes twice in an object: Open MPI would take the
/// first.
Json Parse(const std::string& text) {
  std::vector<std::set<std::string>> keys;
  return Json::parse(text, [&](int, Json::parse_event_t event, const Json& value) {
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key && !keys.back().insert(value.get<std::string>()).second) {
      Fail("the file", fmt::format("{} is there twice in one object", JsonText(value)));
    }
    return true;
  });
}

}  // namespace

std::string_view ToText(Distribution distribution) {
  return kDistributions[static_cast<std::size_t>(distribution)];
}

TunedRead ReadJsonRules(std::string_view text, const std::string& file, OpenMpi release) {
  try {
    Notes notes(file);
    TunedTable table = ToTable(Parse(WithoutLastCommas(text)), release, notes);
    return {std::move(table), notes.Take()};
  } catch (const Json::parse_error& error) {
    const auto line = std::ranges::count(text.substr(0, error.byte), '\n') + 1;
    throw ProfileError(file, static_cast<int>(line), error.what());
  } catch (const Json::exception& error) {  // a number that is out of range
    throw ProfileError(file, 0, error.what());
  } catch (const std::invalid_argument& error) {
    throw ProfileError(file, 0, error.what());
  }
}

}  // namespace colltune
