// The parameters by which Open MPI's component "tuned" takes one algorithm for all calls of a
// collective, as users keep them: variables OMPI_MCA_NAME, files of `NAME = VALUE`, commands with
// --mca NAME VALUE. A profile has one choice for each size, so nothing is written.
//
// Source: coll_tuned_<collective>_decision.c and coll_tuned_decision_dynamic.c of 4.1.4 and 5.0.7.
// An algorithm is a number or a name. Values that the algorithm ignores (openmpi_algorithms.h) do
// not count: the fan-out is that of a chain, 4 where none is given, and so is the radix of a
// k-nomial broadcast.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <map>
#include <stdexcept>
#include <utility>

#include "algorithms/units.h"
#include "profiles/exporters/openmpi/openmpi_matches.h"
#include "profiles/exporters/openmpi/openmpi_rule_table.h"
#include "profiles/exporters/settings_text.h"

namespace colltune {
namespace {

constexpr OpenMpi kRelease = OpenMpi::k50;
constexpr std::string_view kEnvironment = "OMPI_MCA_";
constexpr std::string_view kPrefix = "coll_tuned_";
constexpr std::string_view kAlgorithm = "_algorithm";
constexpr std::string_view kSwitch = "coll_tuned_use_dynamic_rules";
constexpr std::int64_t kChainFanout = 4;   // coll_tuned_init_chain_fanout
constexpr std::int64_t kKnomialRadix = 4;  // of a broadcast

/// Parameters that are given for a collective.
struct Forced {
  TunedChoice choice{.fanout = kChainFanout};
  std::int64_t radix = kKnomialRadix;
  std::string where;  ///< of the algorithm
};

/// A value other than the algorithm; its name follows a collective's name and "_algorithm".
struct Value {
  std::string_view suffix;
  void (*set)(Forced& forced, std::int64_t value);
};

constexpr std::array<Value, 5> kValues = {{
    {"_segmentsize", [](Forced& forced, std::int64_t value) { forced.choice.segment = value; }},
    {"_chain_fanout", [](Forced& forced, std::int64_t value) { forced.choice.fanout = value; }},
    {"_tree_fanout", [](Forced&, std::int64_t) {}},  // no algorithm of these releases asks for it
    {"_max_requests", [](Forced& forced, std::int64_t value) { forced.choice.requests = value; }},
    {"_knomial_radix", [](Forced& forced, std::int64_t value) { forced.radix = value; }},
}};

/// A parameter of a collective.
struct Parameter {
  Collective collective;
  std::string_view suffix;  ///< after "_algorithm"; empty: the algorithm itself
};

/// Parses a name such as "coll_tuned_bcast_algorithm_segmentsize"; returns nothing for other
/// parameters.
std::optional<Parameter> ParseName(std::string_view name) {
  const std::size_t end = name.find(kAlgorithm);
  if (end == name.npos) return std::nullopt;
  const auto collective = FindCollective(name.substr(kPrefix.size(), end - kPrefix.size()));
  if (!collective || FindTuned(*collective) == nullptr) return std::nullopt;
  const Parameter parameter{*collective, name.substr(end + kAlgorithm.size())};
  const bool is_known =
      parameter.suffix.empty() ||
      std::ranges::find(kValues, parameter.suffix, &Value::suffix) != kValues.end();
  return is_known ? std::optional(parameter) : std::nullopt;
}

bool IsNumber(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

/// Returns the number of an algorithm. Throws std::invalid_argument for text that Open MPI refuses.
std::int64_t ParseAlgorithm(Collective collective, std::string_view text) {
  constexpr std::int64_t kMost = std::numeric_limits<int>::max();
  if (text == "ignore") return 0;
  if (!IsNumber(text)) {
    if (const auto number = TunedNumber(collective, text, kRelease)) return *number;
  } else if (const std::int64_t number = ParseInteger(text, 0, kMost, "algorithm");
             number == 0 || TunedName(collective, number, kRelease)) {
    return number;
  }
  throw std::invalid_argument(
      fmt::format("{} has no algorithm '{}' in Open MPI 4.1 and 5.0", ToText(collective), text));
}

/// Reads a switch as mca_base_var_enum_bool does; returns nothing for a text that is no switch.
std::optional<bool> ParseSwitch(std::string_view text) {
  for (const std::string_view yes : {"true", "t", "enabled", "yes", "y", "1"}) {
    if (text == yes) return true;
  }
  for (const std::string_view no : {"false", "f", "disabled", "no", "n", "0"}) {
    if (text == no) return false;
  }
  return std::nullopt;
}

class Reader {
 public:
  explicit Reader(std::string file) : file_(std::move(file)) {}

  void Read(const Setting& setting) {
    std::string_view name = setting.name;
    if (name.starts_with(kEnvironment)) name.remove_prefix(kEnvironment.size());
    try {
      if (name == kSwitch) return ReadSwitch(setting);
      const auto parameter = ParseName(name);
      if (!parameter) return Note(setting, "is no algorithm's; left out");
      Set(*parameter, setting);
    } catch (const std::invalid_argument& error) {
      throw ProfileError(file_, setting.line, error.what());
    }
  }

  std::unique_ptr<Selection> Finish() {
    TunedRead read;
    if (!is_on_ && !forced_.empty()) NoteSwitch();
    for (const auto& [collective, forced] : forced_) {
      if (forced.choice.number == 0 || is_on_ == false) continue;
      TunedBlock all;
      all.rules = {RuleOf(collective, forced)};
      read.table[collective] = {all};
    }
    read.notes = std::move(notes_);
    return MakeSelection(std::move(read), kRelease);
  }

 private:
  static TunedRule RuleOf(Collective collective, const Forced& forced) {
    TunedRule rule;
    rule.choice = Normal(collective, forced.choice, kRelease);
    rule.where = forced.where;
    const bool is_tree = collective == Collective::kBcast &&
                         TunedName(collective, rule.choice.number, kRelease) == "knomial";
    if (is_tree && forced.radix != kKnomialRadix) rule.choice.radix = forced.radix;
    return rule;
  }

  void ReadSwitch(const Setting& setting) {
    is_on_ = ParseSwitch(setting.value);
    if (!is_on_) {
      throw std::invalid_argument(
          fmt::format("{} is '{}', neither true nor false", setting.name, setting.value));
    }
    if (!*is_on_) Note(setting, "is off: Open MPI then takes none of the algorithms");
  }

  void Set(const Parameter& parameter, const Setting& setting) {
    Forced& forced = forced_[parameter.collective];
    if (parameter.suffix.empty()) {
      forced.choice.number = ParseAlgorithm(parameter.collective, setting.value);
      forced.where = fmt::format("{}:{}", file_, setting.line);
      return;
    }
    constexpr std::int64_t kMost = std::numeric_limits<int>::max();
    const auto* const value = std::ranges::find(kValues, parameter.suffix, &Value::suffix);
    value->set(forced, ParseInteger(setting.value, 0, kMost, setting.name));
  }

  void Note(const Setting& setting, std::string_view what) {
    notes_.push_back(fmt::format("{}:{}: {} {}", file_, setting.line, setting.name, what));
  }

  void NoteSwitch() {
    notes_.push_back(
        fmt::format("{}: {} is not there; without it Open MPI takes none of the "
                    "algorithms",
                    file_, kSwitch));
  }

  std::string file_;
  std::optional<bool> is_on_;
  std::map<Collective, Forced> forced_;
  std::vector<std::string> notes_;
};

std::unique_ptr<Selection> Read(std::span<const ExportedFile> files, const std::string& file) {
  constexpr std::array<std::string_view, 2> kPrefixes = {"OMPI_MCA_coll_tuned_", kPrefix};
  Reader reader(file);
  for (const Setting& setting : ReadSettings(files.front().text, file, kPrefixes)) {
    reader.Read(setting);
  }
  return reader.Finish();
}

}  // namespace

Exporter OpenMpiParametersImporter() {
  return {
      .name = "openmpi-mca",
      .summary =
          "parameters coll_tuned_..._algorithm of Open MPI 4.1 and 5.0: OMPI_MCA_ variables, "
          "mca-params.conf, --mca",
      .use = kTunedUse,
      .counterpart = [](const Call& call,
                        const Choice& choice) { return TunedCounterpart(call, choice, kRelease); },
      .write = nullptr,
      .read = Read,
      .choice_of =
          [](Collective collective, const std::string& name) {
            return TunedChoiceOf(collective, name, kRelease);
          },
  };
}

}  // namespace colltune
