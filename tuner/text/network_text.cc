#include "tuner/text/network_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "algorithms/printable.h"
#include "measure/records/csv.h"
#include "tuner/text/table_text.h"

namespace colltune::tune {
namespace {

/// Line of the text, or row of the CSV.
struct Line {
  std::string name;
  std::optional<Bytes> bytes;
  std::optional<measure::Estimated> value;
  std::string unit;
  std::string note;
};

std::string Show(double value, const std::string& unit) {
  if (!std::isfinite(value)) return "?";
  if (unit == "s/B") return fmt::format("{:.3g} ns/B", value * 1e9);
  if (unit == "B") return fmt::format("{:.0f} B", value);
  return value < 0 ? "-" + TimeText(Seconds(-value)) : TimeText(Seconds(value));
}

const measure::NetworkSample* Find(const MeasuredLayer& measured, measure::Experiment experiment,
                                   Bytes bytes) {
  const auto found = std::ranges::find_if(measured.samples, [&](const measure::NetworkSample& s) {
    return s.experiment == experiment && s.bytes == bytes;
  });
  return found == measured.samples.end() ? nullptr : &*found;
}

std::optional<measure::Estimated> Overhead(const MeasuredLayer& measured,
                                           measure::Experiment experiment, Bytes bytes) {
  const measure::NetworkSample* sample = Find(measured, experiment, bytes);
  if (sample == nullptr) return std::nullopt;
  return measure::Estimated{sample->least.count(), sample->time.count(), sample->low.count(),
                            sample->high.count()};
}

Line OverlapLeft(const measure::SeedParameters& p) {
  if (p.HoldsLogP()) {
    return {"overlap left", p.small, p.overlap, "s", "EEL - (o_s + o_r), which is LogP's L"};
  }
  return {"overlap left", p.small, std::nullopt, "s",
          fmt::format("none: o_s + o_r exceed EEL by {}; LogP's o_s + L + o_r = EEL does not hold",
                      TimeText(Seconds(-p.overlap.least)))};
}

Line RendezvousLine(const MeasuredLayer& measured) {
  if (!measured.rendezvous) {
    return {"rendezvous", std::nullopt, std::nullopt, "B",
            fmt::format("none: sends up to {} do not wait for their receiver",
                        ToText(measured.most_buffered))};
  }
  const auto bytes = static_cast<double>(measured.rendezvous->count);
  return {"rendezvous", std::nullopt, measure::Estimated{bytes, bytes, bytes, bytes}, "B",
          "from here on a send waits for its receiver"};
}

std::vector<Line> Parameters(const MeasuredLayer& measured) {
  const measure::SeedParameters& p = measured.parameters;
  return {
      {"EEL", p.small, p.eel, "s", "end to end: half a round trip"},
      {"o_s", p.small, p.send_overhead, "s", "the sender's processor"},
      {"o_r", p.small, p.receive_overhead, "s", "the receiver's"},
      {"g", p.small, p.gap, "s", fmt::format("between messages, best with q = {}", p.best_depth)},
      {"G", p.large, p.byte_gap, "s/B", fmt::format("between bytes, at {}", ToText(p.large))},
      {"g/G", std::nullopt, p.large_from, "B", "from here on messages count as large"},
      OverlapLeft(p),
      RendezvousLine(measured)};
}

std::string Number(double value) {
  return std::isfinite(value) ? fmt::format("{:.9g}", value) : "";
}

std::string CsvLineOf(const Line& line, const std::string& layer) {
  std::string name = line.name;
  std::ranges::replace(name, ' ', '_');
  const measure::Estimated value = line.value.value_or(measure::Estimated{NAN, NAN, NAN, NAN});
  return fmt::format("{},{},{},{},{},{},{},{},{}\n", name,
                     line.bytes ? std::to_string(line.bytes->count) : "", Number(value.median),
                     line.unit, Number(value.low), Number(value.high), Number(value.least), layer,
                     measure::CsvField(line.note));
}

}  // namespace

std::string LayerText(const MeasuredLayer& measured) {
  const measure::SeedParameters& p = measured.parameters;
  std::string text = fmt::format("{} from rank {} on {} to rank {} on {}, messages of {} bytes\n",
                                 measured.layer, measured.from, Printable(measured.from_host),
                                 measured.to, Printable(measured.to_host), p.small.count);
  text += fmt::format("{:<14}{:>13}{:>13}  {:<26}\n", "", "least", "median", "95 % intervals give");
  for (const Line& line : Parameters(measured)) {
    if (!line.value) {
      text += fmt::format("{:<14}{:>13}{:>13}  {:<26}{}\n", line.name, "-", "-", "", line.note);
      continue;
    }
    const measure::Estimated& e = *line.value;
    const std::string range =
        e.low < e.high ? Show(e.low, line.unit) + " .. " + Show(e.high, line.unit) : "";
    text += fmt::format("{:<14}{:>13}{:>13}  {:<26}{}\n", line.name, Show(e.least, line.unit),
                        Show(e.median, line.unit), range, line.note);
  }
  text += fmt::format("\n{:>10}{:>12}{:>12}{:>12}  least, g with q = {}\n", "bytes", "g", "o_s",
                      "o_r", p.best_depth);
  for (const Bytes bytes : measured.sizes) {
    const auto show = [](const std::optional<measure::Estimated>& e) -> std::string {
      if (!e) return "-";
      return e->least > 0 ? Show(e->least, "s") : "< " + Show(e->high, "s");
    };
    text += fmt::format("{:>10}{:>12}{:>12}{:>12}\n", ToText(bytes),
                        show(measure::FloodGap(measured.samples, bytes, p.best_depth)),
                        show(Overhead(measured, measure::Experiment::kSendOverlap, bytes)),
                        show(Overhead(measured, measure::Experiment::kReceiveOverlap, bytes)));
  }
  return text;
}

std::string LayerCsv(const MeasuredLayer& measured) {
  std::string text = "parameter,bytes,value,unit,low,high,least,layer,note\n";
  for (const Line& line : Parameters(measured)) text += CsvLineOf(line, measured.layer);
  for (const Bytes bytes : measured.sizes) {
    if (bytes == measured.parameters.small) continue;
    for (const Line& line :
         {Line{"g", bytes,
               measure::FloodGap(measured.samples, bytes, measured.parameters.best_depth), "s", ""},
          Line{"o_s", bytes, Overhead(measured, measure::Experiment::kSendOverlap, bytes), "s", ""},
          Line{"o_r", bytes, Overhead(measured, measure::Experiment::kReceiveOverlap, bytes), "s",
               ""}}) {
      text += CsvLineOf(line, measured.layer);
    }
  }
  return text;
}

}  // namespace colltune::tune
