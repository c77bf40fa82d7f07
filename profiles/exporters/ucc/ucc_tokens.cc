#include "profiles/exporters/ucc/ucc_tokens.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>

#include "profiles/exporters/ucc/ucc_matches.h"
#include "profiles/split.h"

namespace colltune::ucc {
namespace {

constexpr std::int64_t kMostRanks = std::numeric_limits<int>::max();
constexpr std::string_view kMemories[] = {"host", "cuda", "cuda_managed", "rocm", "rocm_managed"};

struct Range {
  std::int64_t first = 0;
  std::int64_t last = 0;
};

/// One token; an empty field was not given, and stands for all.
struct Token {
  std::vector<const Algorithms*> collectives;
  std::vector<std::string_view> memories;
  std::vector<Range> sizes;
  std::vector<Range> teams;
  std::optional<std::int64_t> score;
  std::optional<std::string_view> algorithm;
};

bool IsNumber(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

/// Parses each part of a list by `parse`. Returns false where `parts` were filled before, or where
/// one part cannot be read.
template <typename Part, typename Parse>
bool ParseList(std::string_view text, std::vector<Part>& parts, Parse parse) {
  if (!parts.empty()) return false;
  for (const std::string_view word : Split(text, ',')) {
    const auto part = parse(word);
    if (!part) {
      parts.clear();
      return false;
    }
    parts.push_back(*part);
  }
  return true;
}

bool IsSame(std::string_view one, std::string_view other) {
  const auto lower = [](char c) { return 'A' <= c && c <= 'Z' ? static_cast<char>(c | 0x20) : c; };
  return std::ranges::equal(one, other, {}, lower, lower);
}

/// Returns nullptr for a collective that MPI does not have; nothing for an unknown word.
std::optional<const Algorithms*> ParseCollective(std::string_view word) {
  const auto is_it = [&](std::string_view name) { return IsSame(name, word); };
  const auto found = std::ranges::find_if(kAlgorithms, is_it, &Algorithms::name);
  if (found != kAlgorithms.end()) return &*found;
  if (std::ranges::any_of(kNotOfMpi, is_it)) return nullptr;
  return std::nullopt;
}

std::optional<std::string_view> ParseMemory(std::string_view word) {
  const auto found = std::ranges::find_if(
      kMemories, [&](std::string_view memory) { return IsSame(memory, word); });
  return found == std::end(kMemories) ? std::nullopt : std::optional(*found);
}

/// Reads "64", "4k", "4KB", "1m" or "inf" as UCX's ucs_str_to_memunits does, except its "auto".
/// Throws std::invalid_argument.
std::int64_t ParseSize(std::string_view text) {
  if (IsSame(text, "inf")) return kInfinite;
  constexpr std::string_view kUnits = "bkmgtpe";
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string_view unit = text.substr(digits);
  std::size_t power = 0;
  if (!unit.empty()) power = kUnits.find(static_cast<char>(unit.front() | 0x20));
  const bool is_known =
      unit.empty() || (power != kUnits.npos && (unit.size() == 1 || IsSame(unit.substr(1), "b")));
  if (!is_known) throw std::invalid_argument(fmt::format("size '{}' has an unknown unit", text));
  const std::int64_t factor = std::int64_t{1} << (10 * power);
  return factor * ParseInteger(text.substr(0, digits), 0, kInfinite / factor, "size");
}

std::optional<Range> ParseSizes(std::string_view word) {
  const auto ends = Split(word, '-');
  if (ends.size() != 2) return std::nullopt;
  const Range range{ParseSize(ends[0]), ParseSize(ends[1])};
  if (range.first >= range.last) {
    throw std::invalid_argument(fmt::format("'{}' has not two sizes that rise", word));
  }
  return range;
}

std::optional<Range> ParseTeam(std::string_view word) {
  const auto ends = Split(word, '-');
  if (ends.size() > 2) return std::nullopt;
  const Range range{ParseInteger(ends.front(), 0, kMostRanks, "team size"),
                    IsSame(ends.back(), "inf")
                        ? kMostRanks
                        : ParseInteger(ends.back(), 0, kMostRanks, "team size")};
  if (range.first > range.last) {
    throw std::invalid_argument(fmt::format("team size '{}' ends before it begins", word));
  }
  return range;
}

/// Tries the kinds of qualifiers in the order in which UCC does.
void ParseQualifier(std::string_view text, Token& token) {
  if (ParseList(text, token.collectives, ParseCollective)) return;
  if (ParseList(text, token.memories, ParseMemory)) return;
  if (!token.score && (IsSame(text, "inf") || IsNumber(text))) {
    token.score = IsSame(text, "inf") ? kInfinite : ParseInteger(text, 0, kMostRanks, "score");
    return;
  }
  if (text.find('[') == text.npos && ParseList(text, token.sizes, ParseSizes)) return;
  if (text.size() > 2 && text.front() == '[' && text.back() == ']' &&
      ParseList(text.substr(1, text.size() - 2), token.teams, ParseTeam)) {
    return;
  }
  if (!token.algorithm && text.starts_with('@')) {
    token.algorithm = text.substr(1);
    return;
  }
  throw std::invalid_argument(fmt::format("'{}': not a valid qualifier here", text));
}

/// Returns the algorithm, given by name or number; empty where only a score is given. Releases know
/// different algorithms.
std::string AlgorithmOf(const Token& token, const Algorithms& collective) {
  if (!token.algorithm) return "";
  const std::string_view name = *token.algorithm;
  if (name.empty()) throw std::invalid_argument("no algorithm stands after the @");
  if (!IsNumber(name)) return std::string(name);
  const std::int64_t number = ParseInteger(name, 0, kMostRanks, "algorithm");
  const auto& known = collective.algorithms;
  if (number >= std::ssize(known)) return std::to_string(number);
  return std::string(known[static_cast<std::size_t>(number)]);
}

Token ParseToken(std::string_view text) {
  Token token;
  for (const std::string_view qualifier : Split(text, ':')) ParseQualifier(qualifier, token);
  if (!token.score && !token.algorithm) {
    throw std::invalid_argument(fmt::format("'{}' has neither a score nor an algorithm", text));
  }
  if (token.collectives.empty()) {
    for (const Algorithms& collective : kAlgorithms) token.collectives.push_back(&collective);
  }
  std::erase(token.collectives, nullptr);
  if (token.sizes.empty()) token.sizes = {{0, kInfinite}};
  if (token.teams.empty()) token.teams = {{0, kMostRanks}};
  return token;
}

void Append(const ScoredRule& one, std::vector<ScoredRule>& all) {
  for (const ScoredRule& other : all) {
    const bool have_an_end_at_most =
        other.rule.last <= one.rule.first || one.rule.last <= other.rule.first;
    if (have_an_end_at_most || !Overlap(one.rule, other.rule)) continue;
    throw std::invalid_argument(fmt::format("the ranges {}-{} and {}-{} overlap", other.rule.first,
                                            other.rule.last, one.rule.first, one.rule.last));
  }
  all.push_back(one);
}

}  // namespace

std::vector<ScoredRule> ParseTokens(std::string_view text) {
  std::vector<ScoredRule> all;
  for (const std::string_view part : Split(text, '#')) {
    const Token token = ParseToken(part);
    if (!token.memories.empty() && std::ranges::count(token.memories, "host") == 0) continue;
    if (token.score == 0) continue;  // as if the token were not there
    for (const Algorithms* collective : token.collectives) {
      const std::string name = AlgorithmOf(token, *collective);
      for (const Range& team : token.teams) {
        for (const Range& sizes : token.sizes) {
          Append({{collective->collective, static_cast<int>(team.first),
                   static_cast<int>(team.last), sizes.first, sizes.last, name},
                  token.score.value_or(kDefaultScore)},
                 all);
        }
      }
    }
  }
  return all;
}

}  // namespace colltune::ucc
