#include "tuner/journal/journal_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "algorithms/printable.h"
#include "profiles/compiled/compiled_table.h"
#include "profiles/sizes.h"

namespace colltune::tune {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kMostInt = std::numeric_limits<int>::max();

/// Returns a number, or a text for infinity, which JSON lacks: the interval of a few samples has no
/// finite end.
Json NumberOf(Seconds time) {
  return std::isfinite(time.count()) ? Json(time.count()) : Json(fmt::format("{}", time.count()));
}

Json ObjectOf(const Progression& progression) {
  return {{"nodes", progression.nodes},
          {"per_node", progression.per_node},
          {"first", progression.first},
          {"stride", progression.stride}};
}

Json ObjectOf(const Trial& trial, std::string_view kind, int run) {
  const Layout& layout = trial.problem.layout;
  Json object = {{"kind", kind},
                 {"run", run},
                 {"op", ToText(trial.problem.collective)},
                 {"ranks", layout.ranks},
                 {"ranks_per_node", layout.ranks_per_node}};
  if (layout.HasProgression()) object["progression"] = ObjectOf(layout.progression);
  if (layout.siblings != 1) object["siblings"] = layout.siblings;
  object["bytes"] = trial.problem.bytes.count;
  object["root"] = trial.problem.root;
  object["confirms"] = trial.replicates;
  return object;
}

Json ObjectOf(const JournalOwner& owner) {
  return {{"kind", "journal"},
          {"version", kJournalVersion},
          {"mpi", owner.machine.mpi},
          {"cpu", owner.machine.cpu},
          {"cores", owner.machine.cores},
          {"sockets", owner.machine.sockets},
          {"device", owner.machine.device},
          {"ranks", owner.ranks},
          {"ranks_per_node", owner.ranks_per_node},
          {"method", owner.method},
          {"clock", owner.clock}};
}

Json ObjectOf(const JournalRun& run) {
  return {{"kind", "run"}, {"run", run.number}, {"date", run.date}, {"command", run.command}};
}

Json ObjectOf(const JournalNetwork& network) {
  return {{"kind", "network"}, {"samples", network.samples}};
}

Json ObjectOf(const JournalResult& entry) {
  assert(std::ranges::equal(entry.result.timings, entry.trial.choices, {}, &Candidate::choice));
  Json object = ObjectOf(entry.trial, "answer", entry.run);
  object["spent"] = NumberOf(entry.result.spent);
  if (entry.result.cut_short) object["cut_short"] = true;
  object["timings"] = Json::array();
  for (const Candidate& timing : entry.result.timings) {
    Json one = {{"choice", timing.choice.text()},
                {"samples", timing.samples},
                {"median", NumberOf(timing.median)},
                {"low", NumberOf(timing.low)},
                {"high", NumberOf(timing.high)}};
    if (!timing.failed.empty()) one["failed"] = timing.failed;
    object["timings"].push_back(std::move(one));
  }
  return object;
}

Json ObjectOf(const JournalHung& entry) {
  Json object = ObjectOf(entry.trial, "hung", entry.run);
  for (const ChoiceId choice : entry.trial.choices) object["choices"].push_back(choice.text());
  if (!entry.reason.empty()) object["failed"] = entry.reason;
  return object;
}

std::string ChecksumText(std::string_view json) { return fmt::format("{:016x}", Checksum(json)); }

std::string Line(const Json& object) {
  const std::string json = JsonText(object);
  return ChecksumText(json) + " " + json + "\n";
}

/// Error in one line of a journal.
class Fault : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

const Json& Member(const Json& object, const char* key, bool (Json::*is)() const noexcept) {
  const auto found = object.find(key);
  if (found == object.end() || !((*found).*is)()) throw Fault(fmt::format("no usable '{}'", key));
  return *found;
}

std::int64_t Whole(const Json& object, const char* key, std::int64_t least, std::int64_t most) {
  const Json& value = Member(object, key, &Json::is_number_integer);
  const bool fits =
      !value.is_number_unsigned() || value.get<std::uint64_t>() <= static_cast<std::uint64_t>(most);
  if (fits && value.get<std::int64_t>() >= least && value.get<std::int64_t>() <= most) {
    return value.get<std::int64_t>();
  }
  throw Fault(fmt::format("'{}' is {}, not from {} to {}", key, value.dump(), least, most));
}

int Int(const Json& object, const char* key, int least, int most = kMostInt) {
  return static_cast<int>(Whole(object, key, least, most));
}

std::string Text(const Json& object, const char* key) {
  return Member(object, key, &Json::is_string).get<std::string>();
}

Seconds Time(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found != object.end() && found->is_number()) return Seconds(found->get<double>());
  const std::string text = Text(object, key);
  char* end = nullptr;
  const double count = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0') throw Fault(fmt::format("'{}' is '{}'", key, text));
  return Seconds(count);
}

/// Returns the progression whose first `ranks` ranks form a layout.
Progression ProgressionOf(const Json& object, int ranks) {
  Progression progression;
  progression.nodes = Int(object, "nodes", 1);
  progression.per_node = Int(object, "per_node", 1, kMostInt / progression.nodes);
  const int world = progression.nodes * progression.per_node;
  progression.first = Int(object, "first", 0, world - 1);
  progression.stride = Int(object, "stride", 1);
  if (progression.first + std::int64_t{progression.stride} * (ranks - 1) < world) {
    return progression;
  }
  throw Fault(
      fmt::format("rank {} of 'progression' is not in its world of {} ranks", ranks - 1, world));
}

Layout LayoutOf(const Json& object) {
  Layout layout;
  layout.ranks = Int(object, "ranks", 1);
  layout.ranks_per_node = Int(object, "ranks_per_node", 1, layout.ranks);
  if (object.contains("progression")) {
    layout.progression =
        ProgressionOf(Member(object, "progression", &Json::is_object), layout.ranks);
  }
  if (object.contains("siblings")) {
    layout.siblings = Int(object, "siblings", 2, kMostInt / layout.ranks);
  }
  return layout;
}

Trial TrialOf(const Json& object) {
  const std::string name = Text(object, "op");
  const auto collective = FindCollective(name);
  if (!collective) throw Fault(fmt::format("unknown collective '{}'", name));
  Trial trial;
  trial.problem.collective = *collective;
  trial.problem.layout = LayoutOf(object);
  trial.problem.bytes = Bytes{Whole(object, "bytes", 0, kLargestSize.count)};
  trial.problem.root = Int(object, "root", 0, trial.problem.layout.ranks - 1);
  trial.replicates = Member(object, "confirms", &Json::is_boolean).get<bool>();
  return trial;
}

JournalEntry RunOf(const Json& object) {
  return JournalRun{Int(object, "run", 1), Text(object, "date"), Text(object, "command")};
}

JournalEntry NetworkOf(const Json& object) { return JournalNetwork{Text(object, "samples")}; }

JournalEntry ResultOf(const Json& object) {
  JournalResult entry{TrialOf(object), {}, Int(object, "run", 1)};
  entry.result.spent = Time(object, "spent");
  entry.result.cut_short =
      object.contains("cut_short") && Member(object, "cut_short", &Json::is_boolean).get<bool>();
  for (const Json& timing : Member(object, "timings", &Json::is_array)) {
    entry.trial.choices.push_back(Text(timing, "choice"));
    entry.result.timings.push_back({Text(timing, "choice"), Int(timing, "samples", 0),
                                    Time(timing, "median"), Time(timing, "low"),
                                    Time(timing, "high"), std::nullopt});
    if (timing.contains("failed")) entry.result.timings.back().failed = Text(timing, "failed");
  }
  return entry;
}

JournalEntry HungOf(const Json& object) {
  JournalHung entry{TrialOf(object), Int(object, "run", 1), ""};
  if (object.contains("failed")) entry.reason = Text(object, "failed");
  for (const Json& choice : Member(object, "choices", &Json::is_array)) {
    if (!choice.is_string()) throw Fault("a choice is no text");
    entry.trial.choices.push_back(choice.get<std::string>());
  }
  return entry;
}

struct Kind {
  std::string_view name;
  JournalEntry (*read)(const Json& object);
};

constexpr std::array<Kind, 4> kKinds = {{
    {"run", RunOf},
    {"network", NetworkOf},
    {"answer", ResultOf},
    {"hung", HungOf},
}};

JournalEntry EntryOf(const Json& object) {
  const std::string name = Text(object, "kind");
  const auto* const kind = std::ranges::find(kKinds, name, &Kind::name);
  if (kind == kKinds.end()) throw Fault(fmt::format("unknown kind '{}'", name));
  return kind->read(object);
}

JournalOwner OwnerOf(const Json& object) {
  if (Text(object, "kind") != "journal") throw Fault("the first line is not of kind 'journal'");
  const int version = Int(object, "version", 0);
  if (version != kJournalVersion) {
    throw std::invalid_argument(
        fmt::format("is a journal of version {}; this program reads {}", version, kJournalVersion));
  }
  return {{Text(object, "mpi"), Text(object, "cpu"), Int(object, "cores", 1),
           Int(object, "sockets", 1), Text(object, "device")},
          Int(object, "ranks", 1),
          Int(object, "ranks_per_node", 1),
          Text(object, "method"),
          Text(object, "clock")};
}

/// Returns the JSON object of a line without its newline. Throws Fault.
Json ObjectIn(std::string_view line) {
  constexpr std::size_t kDigits = 16;
  if (line.size() <= kDigits || line[kDigits] != ' ')
    throw Fault("no checksum at the start of the line");
  const std::string_view json = line.substr(kDigits + 1);
  if (line.substr(0, kDigits) != ChecksumText(json)) throw Fault("its checksum is wrong");
  try {
    Json object = Json::parse(json);
    if (object.is_object()) return object;
  } catch (const Json::exception&) {
  }
  throw Fault("no JSON object");
}

}  // namespace

std::string Difference(const JournalOwner& recorded, const JournalOwner& here) {
  const Json wanted = ObjectOf(recorded);
  const Json found = ObjectOf(here);
  std::string differences;
  for (const auto& [key, value] : wanted.items()) {
    if (found[key] == value) continue;
    differences +=
        fmt::format("{}{} is {} here and {} in the journal", differences.empty() ? "" : "; ", key,
                    JsonText(found[key]), JsonText(value));
  }
  return differences;
}

std::string JournalLine(const JournalOwner& owner) { return Line(ObjectOf(owner)); }

std::string JournalLine(const JournalEntry& entry) {
  return std::visit([](const auto& kind) { return Line(ObjectOf(kind)); }, entry);
}

std::optional<JournalEntry> ReadJournalEntry(std::string_view line) {
  try {
    return EntryOf(ObjectIn(line));
  } catch (const Fault&) {
    return std::nullopt;
  }
}

JournalReading ReadJournal(std::string_view text) {
  JournalReading reading;
  int number = 1;
  try {
    if (text.empty()) throw Fault("the file is empty");
    for (; reading.good_bytes < text.size(); ++number) {
      const std::string_view rest = text.substr(reading.good_bytes);
      const std::size_t end = rest.find('\n');
      if (end == std::string_view::npos) throw Fault("the line is cut off");
      const Json object = ObjectIn(rest.substr(0, end));
      if (reading.owner) {
        reading.entries.push_back(EntryOf(object));
      } else {
        reading.owner = OwnerOf(object);
      }
      reading.good_bytes += end + 1;
    }
  } catch (const Fault& fault) {
    reading.bad_line = number;
    reading.fault = fault.what();
  }
  return reading;
}

}  // namespace colltune::tune
