// Bell et al., "An Evaluation of Current High-Performance Networks" (IPDPS 2003): latency,
// overheads and gaps of a network through layers of communication software. One measurement of each
// layer serves all figures.
#include "tuner/reproduce/bell2003.h"

#include <fmt/format.h>

#include "measure/network/layers.h"
#include "tuner/experiments/network_measuring.h"

namespace colltune::tune {
namespace {

using bell2003::JudgeDepths;
using bell2003::JudgeOrders;
using bell2003::JudgeOverlap;
using bell2003::JudgeSizes;
using bell2003::JudgeTimeLeft;
using bell2003::kByteGapName;
using bell2003::kEelName;
using bell2003::kGapName;
using bell2003::kMeasured;
using bell2003::kModel;
using bell2003::kPerKibibyte;
using bell2003::kReceiveName;
using bell2003::kSendName;
using bell2003::kSmall;

constexpr std::array<std::string_view, 4> kByQuantity = {"layer", "quantity", "bytes", "seconds"};

/// Returns the available layers, each measured once for the command.
std::span<const MeasuredLayer> LayersOf(const Bench& bench) {
  if (!bench.layers.empty()) return bench.layers;
  for (const measure::LayerEntry& layer : measure::Layers()) {
    if (!layer.unavailable.empty()) continue;
    NetworkPlan plan;
    plan.layer = &layer;
    plan.sizes = {Bytes{kSmall}, Bytes{64},      Bytes{512},
                  Bytes{4096},   Bytes{1 << 15}, Bytes{1 << 17}};  // the paper's extremes
    plan.experiments.repetitions = 10;  // the least of them counts, as in the paper
    plan.progress = bench.progress;
    bench.layers.push_back(MeasureNetworkOf(plan, bench.job).layer);
  }
  return bench.layers;
}

std::vector<std::string> Notes() {
  std::vector<std::string> notes = {"rows of 1000 messages at most, instead of 10 000"};
  for (const measure::LayerEntry& layer : measure::Layers()) {
    if (layer.unavailable.empty()) continue;
    notes.push_back(fmt::format("without {}: {}", layer.name, layer.unavailable));
  }
  return notes;
}

struct Quantity {
  std::string_view name;
  double (*value)(const measure::SeedParameters& parameters);
};

constexpr Quantity kEel{kEelName, [](const measure::SeedParameters& p) { return p.eel.least; }};
constexpr Quantity kSend{kSendName,
                         [](const measure::SeedParameters& p) { return p.send_overhead.least; }};
constexpr Quantity kReceive{
    kReceiveName, [](const measure::SeedParameters& p) { return p.receive_overhead.least; }};
constexpr Quantity kGap{kGapName, [](const measure::SeedParameters& p) { return p.gap.least; }};
constexpr Quantity kByteGap{
    kByteGapName, [](const measure::SeedParameters& p) { return p.byte_gap.least * kPerKibibyte; }};

/// A row for each layer and quantity.
template <const Quantity&... kQuantities>
Drawing Quantities(const Bench& bench) {
  Drawing drawing{{}, Notes()};
  for (const MeasuredLayer& layer : LayersOf(bench)) {
    (drawing.rows.push_back(
         {layer.layer, std::string(kQuantities.name), kSmall, kQuantities.value(layer.parameters)}),
     ...);
  }
  return drawing;
}

Drawing RunDepths(const Bench& bench) {
  Drawing drawing{{}, Notes()};
  for (const MeasuredLayer& layer : LayersOf(bench)) {
    for (const measure::NetworkSample& sample : layer.samples) {
      if (sample.experiment != measure::Experiment::kFlood || sample.messages == 1) continue;
      if (sample.bytes.count != kSmall) continue;
      const auto gap = measure::FloodGap(layer.samples, sample.bytes, sample.depth);
      if (gap) drawing.rows.push_back({"", layer.layer, sample.depth, gap->least});
    }
  }
  return drawing;
}

Drawing RunSizes(const Bench& bench) {
  Drawing drawing{{}, Notes()};
  for (const MeasuredLayer& layer : LayersOf(bench)) {
    const measure::SeedParameters& p = layer.parameters;
    for (const Bytes bytes : layer.sizes) {
      const auto gap = measure::FloodGap(layer.samples, bytes, p.best_depth);
      if (!gap) continue;
      drawing.rows.push_back({layer.layer, std::string(kMeasured), bytes.count, gap->least});
      drawing.rows.push_back({layer.layer, std::string(kModel), bytes.count,
                              p.gap.least + static_cast<double>(bytes.count) * p.byte_gap.least});
    }
  }
  return drawing;
}

}  // namespace

std::span<const Figure> Bell2003Figures() {
  static const std::array<Figure, 5> kTable = {{
      {.name = "bell2003.fig3",
       .title = "end-to-end latency and overheads",
       .claim = "On most layers a message takes longer than both processors are busy with it, so "
                "that computation can overlap with it.",
       .runs = "network over each layer: round trips and overlap of 8 B",
       .columns = kByQuantity,
       .look = Look::kBars,
       .run = Quantities<kEel, kSend, kReceive>,
       .judge = JudgeOverlap},
      {.name = "bell2003.fig5",
       .title = "gap by the messages that are under way",
       .claim = "On some layers the gap between messages is smaller where several are under way.",
       .runs = "network over each layer: floods of 8 B with queue depths 1 to 32",
       .columns = {"", "layer", "depth", "seconds"},
       .run = RunDepths,
       .judge = JudgeDepths},
      {.name = "bell2003.fig6",
       .title = "gap and overheads",
       .claim = "On some layers the gap is longer than the processors are busy with a message, so "
                "that they can compute between messages.",
       .runs = "network over each layer: floods and overlap of 8 B",
       .columns = kByQuantity,
       .look = Look::kBars,
       .run = Quantities<kGap, kSend, kReceive>,
       .judge = JudgeTimeLeft},
      {.name = "bell2003.fig7",
       .title = "gap between messages and gap between bytes",
       .claim = "The gap of a small message and that of a byte differ by about three orders of "
                "magnitude.",
       .runs = "network over each layer: floods of 8 B and 128K",
       .columns = kByQuantity,
       .look = Look::kBars,
       .run = Quantities<kGap, kByteGap>,
       .judge = JudgeOrders},
      {.name = "bell2003.fig8",
       .title = "from which size on messages are large",
       .claim =
           "Messages of M bytes follow each other in g + M G, so that they count as large from "
           "g/G bytes on.",
       .runs = "network over each layer: floods of 8 B to 128K",
       .columns = kByQuantity,
       .run = RunSizes,
       .judge = JudgeSizes},
  }};
  return kTable;
}

}  // namespace colltune::tune
