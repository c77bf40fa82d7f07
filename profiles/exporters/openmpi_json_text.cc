#include "profiles/exporters/openmpi_json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace colltune {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 3> kDistributions = {"any", "one-per-node", "single-node"};
constexpr std::int64_t kMostInt = std::numeric_limits<int>::max();
constexpr std::int64_t kMostBytes = std::numeric_limits<std::int64_t>::max();

[[noreturn]] void Fail(const std::string& place, const std::string& reason) {
  throw std::invalid_argument(place + ": " + reason);
}

const Json& Get(const Json& json, std::string_view name, const std::string& place) {
  const auto found = json.find(name);
  if (found == json.end()) Fail(place, fmt::format("has no \"{}\"", name));
  return *found;
}

/// Fields that Open MPI does not know it does not look at.
void CheckFields(const Json& json, std::span<const std::string_view> known,
                 const std::string& place) {
  if (!json.is_object()) Fail(place, "is no object");
  for (const auto& [name, value] : json.items()) {
    if (std::ranges::find(known, name) != known.end()) continue;
    Fail(place,
         fmt::format("\"{}\" is not known; known are \"{}\"", name, fmt::join(known, "\", \"")));
  }
}

/// With `standard` where it is left out.
std::int64_t Number(const Json& json, std::string_view name, std::int64_t standard,
                    std::int64_t most, const std::string& place) {
  const auto found = json.find(name);
  if (found == json.end()) return standard;
  if (*found == "inf" && most == kMostBytes) return most;
  if (!found->is_number_unsigned() || found->get<std::uint64_t>() > std::uint64_t(most)) {
    Fail(place, fmt::format("\"{}\" is no whole number from 0 to {}", name, most));
  }
  return found->get<std::int64_t>();
}

std::int64_t Algorithm(const Json& json, Collective collective, OpenMpi release,
                       const std::string& place) {
  std::optional<std::int64_t> number;
  if (json.is_string()) number = TunedNumber(collective, json.get<std::string>(), release);
  if (json.is_number_unsigned() && TunedName(collective, json.get<std::int64_t>(), release)) {
    number = json.get<std::int64_t>();
  }
  if (json == 0 || json == "ignore") number = 0;
  if (!number) Fail(place, fmt::format("{} has no algorithm {}", ToText(collective), json.dump()));
  return *number;
}

TunedRule ToRule(const Json& json, Collective collective, OpenMpi release,
                 const std::string& place) {
  CheckFields(json,
              std::array<std::string_view, 6>{"msg_size_min", "msg_size_max", "alg", "seg_size",
                                              "faninout", "reqs"},
              place);
  TunedRule rule;
  rule.first.count = Number(json, "msg_size_min", 0, kMostBytes, place);
  rule.last.count = Number(json, "msg_size_max", kMostBytes, kMostBytes, place);
  if (rule.last < rule.first) Fail(place, "no size is from msg_size_min to msg_size_max");
  rule.choice.number = Algorithm(Get(json, "alg", place), collective, release, place);
  for (const auto& [name, value] : kJsonValues) {
    rule.choice.*value = Number(json, name, 0, kMostInt, place);
  }
  return rule;
}

Distribution ToDistribution(const Json& json, const std::string& place) {
  const auto found = std::ranges::find(kDistributions, json);
  if (found == kDistributions.end()) {
    Fail(place, fmt::format("comm_rank_distribution is {}, none of {}", json.dump(),
                            fmt::join(kDistributions, ", ")));
  }
  return static_cast<Distribution>(found - kDistributions.begin());
}

const Json& Array(const Json& json, const std::string& place) {
  if (!json.is_array()) Fail(place, "is no array");
  return json;
}

TunedBlock ToBlock(const Json& json, Collective collective, OpenMpi release,
                   const std::string& place) {
  CheckFields(json,
              std::array<std::string_view, 4>{"comm_size_min", "comm_size_max",
                                              "comm_rank_distribution", "rules"},
              place);
  TunedBlock block;
  block.first = static_cast<int>(Number(json, "comm_size_min", 0, kMostInt, place));
  block.last = static_cast<int>(Number(json, "comm_size_max", kMostInt, kMostInt, place));
  if (block.last < block.first) Fail(place, "no size is from comm_size_min to comm_size_max");
  block.distribution = ToDistribution(json.value("comm_rank_distribution", Json("any")), place);
  for (const Json& rule : Array(Get(json, "rules", place), place + ".rules")) {
    block.rules.push_back(
        ToRule(rule, collective, release, fmt::format("{}.rules[{}]", place, block.rules.size())));
  }
  return block;
}

TunedTable ToTable(const Json& json, OpenMpi release) {
  CheckFields(json, std::array<std::string_view, 3>{"rule_file_version", "module", "collectives"},
              "the file");
  TunedTable table;
  for (const auto& [name, blocks] : Get(json, "collectives", "the file").items()) {
    const auto collective = FindCollective(name);
    if (!collective || FindTuned(*collective) == nullptr) {
      Fail("collectives", fmt::format("there are no rules for \"{}\"", name));
    }
    std::vector<TunedBlock>& all = table[*collective];
    for (const Json& block : Array(blocks, name)) {
      all.push_back(ToBlock(block, *collective, release, fmt::format("{}[{}]", name, all.size())));
    }
  }
  return table;
}

}  // namespace

std::string_view ToText(Distribution distribution) {
  return kDistributions[static_cast<std::size_t>(distribution)];
}

TunedTable ReadJsonRules(std::string_view text, const std::string& file, OpenMpi release) {
  try {
    return ToTable(Json::parse(text), release);
  } catch (const Json::parse_error& error) {
    const auto line = std::ranges::count(text.substr(0, error.byte), '\n') + 1;
    throw ProfileError(file, static_cast<int>(line), error.what());
  } catch (const Json::exception& error) {  // a number that is none for a computer
    throw ProfileError(file, 0, error.what());
  } catch (const std::invalid_argument& error) {
    throw ProfileError(file, 0, error.what());
  }
}

}  // namespace colltune
