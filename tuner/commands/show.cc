// colltune show PROFILE: its table. colltune show bcast:binomial -n 16: the schedule.
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/buffers.h"
#include "algorithms/registry.h"
#include "measure/operation/operation.h"
#include "models/networks.h"
#include "profiles/yaml/files.h"
#include "tuner/commands/command.h"
#include "tuner/job/exit_code.h"
#include "tuner/job/job.h"
#include "tuner/job/print.h"
#include "tuner/show/schedule_formats.h"
#include "tuner/show/timeline.h"
#include "tuner/text/network_models.h"
#include "tuner/text/table_text.h"

namespace colltune::tune {
namespace {

constexpr int kMostShownRanks = 1 << 20;
constexpr Bytes kStandardBytes{std::int64_t{64} << 10};  // of algorithms that divide a block

constexpr const char* kNotation =
    "A schedule has a line for each rank: its rounds with | between them. In a round a rank\n"
    "receives (from 3 out[1]), sends (to 2 in), copies (out[0] = in) and reduces\n"
    "(out = tmp[0] op out). in, out and tmp are the buffers of the call; out[3] is element 3,\n"
    "out[8K+64] are 64 elements from 8192 on, and out alone is all of it. An element is a byte "
    "where\n"
    "the algorithm divides blocks, and otherwise a block: what one rank contributes or gets. "
    "Messages\n"
    "without a block are the whole message of a broadcast, and those of a barrier. A message may\n"
    "have several parts (to 7 in[7] and in[0]).\n";

struct Options {
  std::string what;
  std::optional<int> ranks;
  std::optional<Rank> root;
  std::optional<Bytes> bytes;
  bool in_place = false;
  bool non_commutative = false;
  const ScheduleFormat* format = nullptr;  // nullptr: the standard one
  bool timeline = false;
  std::string network;  // a profile; empty: an example
  std::optional<int> ranks_per_node;
};

/// Returns the name of a given option that only schedules have; nullptr if none was given.
const char* ScheduleOption(const Options& options) {
  return options.ranks              ? "-n"
         : options.root             ? "--root"
         : options.bytes            ? "--bytes"
         : options.in_place         ? "--in-place"
         : options.non_commutative  ? "--non-commutative"
         : options.format           ? "--format"
         : options.timeline         ? "--timeline"
         : options.ranks_per_node   ? "--ranks-per-node"
         : !options.network.empty() ? "--network"
                                    : nullptr;
}

/// Returns the collective whose algorithm is to be shown; none if a profile is to be shown.
std::optional<Collective> CollectiveOf(const std::string& what) {
  return FindCollective(what.substr(0, what.find(':')));
}

Choice ParseWhat(Collective collective, const std::string& what) {
  const std::size_t colon = what.find(':');
  try {
    if (colon == std::string::npos) throw std::invalid_argument("which algorithm?");
    Choice choice = ParseChoice(collective, what.substr(colon + 1));
    if (!choice.HasSchedule()) {
      throw std::invalid_argument(fmt::format("{} has no schedule to show", ToText(choice)));
    }
    return choice;
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(
        fmt::format("what: {}: {}; see: colltune list {}", what, error.what(), ToText(collective)));
  }
}

/// Refuses options that contradict each other, or mean nothing for the collective.
void CheckOptions(const Options& options, const Choice& choice) {
  const Collective collective = choice.algorithm->collective;
  const auto refuse = [](bool wrong, const std::string& message) {
    if (wrong) throw std::invalid_argument(message);
  };
  const std::string_view name = ToText(collective);
  refuse(!options.ranks, "-n: how many ranks? as in: -n 16");
  const Rank root = options.root.value_or(0);
  refuse(root >= *options.ranks,
         fmt::format("--root: rank {} is not one of {} ranks", root, *options.ranks));
  refuse(options.root && !HasRoot(collective),
         fmt::format("--root: {} has no root; leave it out", name));
  const Shape in_place{.ranks = *options.ranks, .root = root, .in_place = true};
  refuse(options.in_place && !BuffersOf(collective, in_place, root).shared,
         fmt::format("--in-place: MPI has none for {}; leave it out", name));
  refuse(options.non_commutative && !Reduces(collective),
         fmt::format("--non-commutative: {} has no operation; leave it out", name));
  refuse(options.timeline && options.format && options.format != &ScheduleFormats().front(),
         "--timeline: goes with --format text only; leave one of them out");
  refuse(!options.network.empty() && !options.timeline && !NeedsPlaces(choice),
         "--network: is for the time line; add --timeline");
  refuse(options.ranks_per_node && (options.network.empty() || !NeedsPlaces(choice)),
         "--ranks-per-node: is for algorithms that are shaped by the machine of a --network; leave "
         "it out");
}

Shape ShapeOf(const Options& options, const Algorithm& algorithm) {
  Shape shape{.ranks = *options.ranks,
              .root = options.root.value_or(0),
              .in_place = options.in_place,
              .commutative = !options.non_commutative};
  if (algorithm.divides) {
    shape.elements = options.bytes.value_or(kStandardBytes).count;
  } else {
    shape.element = options.bytes.value_or(Bytes{1});
  }
  return shape;
}

/// Returns the places of the shown ranks: on the first hosts of the machine, or without a machine
/// on as many hosts of the network as needed. The ranks of a host follow each other. Throws
/// std::invalid_argument if the machine has too few hosts.
std::shared_ptr<const Places> PlacesFor(const Options& options, const KnownNetwork& network,
                                        const std::optional<Machine>& machine) {
  const int on_each = options.ranks_per_node.value_or(1);
  std::vector<measure::Place> places;
  if (!machine) {
    for (int rank = 0; rank < *options.ranks; ++rank) {
      places.push_back({std::to_string(rank / on_each), 0});
    }
    const auto made = models::MakeNetwork(network.model.name, ValuesOf(network.model), places);
    return PlacesOn(*made, places);
  }
  std::vector<std::string> hosts;
  for (const auto& [name, host] : machine->hosts) {
    hosts.insert(hosts.end(), static_cast<std::size_t>(on_each), name);
  }
  if (std::ssize(hosts) < *options.ranks) {
    throw std::invalid_argument(fmt::format("-n: {} ranks, {} on a host, and {} has {} hosts",
                                            *options.ranks, on_each, options.network,
                                            machine->hosts.size()));
  }
  hosts.resize(static_cast<std::size_t>(*options.ranks));
  return PlacesIn(std::make_shared<const Machine>(*machine), hosts);
}

void ShowSchedule(const Options& options, Collective collective) {
  const Choice choice = ParseWhat(collective, options.what);
  CheckOptions(options, choice);
  KnownNetwork network = ExampleNetwork();
  std::optional<Machine> machine;
  if (!options.network.empty()) {
    const Profile profile = ReadProfile(options.network);
    network = NetworkOf(profile, options.network);
    machine = profile.machine;
  }
  std::shared_ptr<const Places> places;
  if (NeedsPlaces(choice)) places = PlacesFor(options, network, machine);
  Shape shape = ShapeOf(options, *choice.algorithm);
  shape.places = places.get();
  const ScheduleView view = ViewOf(choice, shape);
  if (const std::string reason = Declines(choice, shape); !reason.empty()) {
    throw std::invalid_argument(fmt::format("what: {} {}; change the problem, which is: {}",
                                            view.name, reason, Title(view)));
  }
  const Sink print = [](std::string_view text) { PrintLines(text); };
  (options.format ? *options.format : ScheduleFormats().front()).write(view, print);
  if (options.timeline) WriteTimelines(view, network, print);
}

void ShowProfile(const Options& options) {
  if (const char* option = ScheduleOption(options)) {
    throw std::invalid_argument(
        fmt::format("{}: is for a schedule, as in: show bcast:binomial -n 16; leave it out for "
                    "the profile {}",
                    option, options.what));
  }
  const Profile profile = ReadProfile(options.what);
  const Provenance& p = profile.provenance;
  const Fingerprint& machine = profile.fingerprint;
  Print("{} ({}), {}, {} cores, {} sockets; {}; timed by {}\n", machine.mpi, machine.device,
        machine.cpu, machine.cores, machine.sockets, p.created, p.method);
  PrintLines(NetworkText(profile) + TableText(profile.table));
}

int Show(const Options& options, const Context& context) {
  if (context.job && !context.job->IsRoot()) return kDone;
  if (const auto collective = CollectiveOf(options.what)) {
    ShowSchedule(options, *collective);
  } else {
    ShowProfile(options);
  }
  return kDone;
}

Bytes ParseBlock(const std::string& text) {
  const Bytes bytes = ParseBytes(text);
  if (bytes <= measure::kMostBytes) return bytes;
  throw std::invalid_argument(
      fmt::format("size '{}' is above the largest, {}", text, ToText(measure::kMostBytes)));
}

}  // namespace

Action AddShow(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("what", options->what,
                 "a profile's file, or COLLECTIVE:ALGORITHM[:PARAMETER=VALUE...]")
      ->required();
  AddValue(app, "-n", "number of ranks of the schedule", options->ranks,
           IntegerBetween(1, kMostShownRanks, "number of ranks"));
  AddValue(app, "--root", "root of the schedule (default: 0)", options->root,
           IntegerBetween(0, kMostShownRanks, "rank"));
  AddValue(app, "--bytes",
           fmt::format("what one rank contributes or gets (default: {} for algorithms that divide "
                       "it, 1 for others)",
                       ToText(kStandardBytes)),
           options->bytes, ParseBlock);
  app.add_flag("--in-place", options->in_place, "show the schedule with MPI_IN_PLACE");
  app.add_flag("--non-commutative", options->non_commutative,
               "show the schedule for an operation that needs its operands in the order of ranks");
  std::string formats;
  for (const ScheduleFormat& format : ScheduleFormats()) {
    formats += fmt::format("{}{}: {}", formats.empty() ? "" : "; ", format.name, format.summary);
  }
  AddValue(app, "--format", formats, options->format,
           [](const std::string& text) { return &ParseFormat(text); });
  app.add_flag("--timeline", options->timeline, "show the simulated times of each rank");
  app.add_option("--network", options->network,
                 "profile whose network the simulation takes, and whose machine shapes algorithms "
                 "(default: an example)");
  AddValue(app, "--ranks-per-node",
           "ranks on a node, for algorithms that the machine shapes (default: 1)",
           options->ranks_per_node, IntegerBetween(1, kMostShownRanks, "ranks per node"));
  app.footer(kNotation);
  return [options](const Context& context) { return Show(*options, context); };
}

}  // namespace colltune::tune
