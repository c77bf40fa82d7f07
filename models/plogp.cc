// PLogP: latency L, and overheads o_s(m), o_r(m) and gap g(m) that depend on the size m in any way.
// Values are known at the measured sizes, interpolated linearly between these, and extrapolated
// linearly beyond the last from the last two.
//
// Source: Kielmann, Bal & Verstoep, "Fast Measurement of LogP Parameters for Message Passing
// Platforms" (RTSPP, IPDPS 2000 Workshops). A message arrives L + g(m) after its send starts; g
// covers both overheads. As a Network, the processors are busy for o_s(m) and o_r(m), and the ports
// for g(m). The transfer is the rest of g after o_s and o_r.
//
// Experiments, with n messages and g(1) by the lines:
//   flood          n g(m) + 2 L + g(1)     which tells g(m) where messages are buffered
//   round trip     2 (L + g(m))            which tells L at the smallest size, as RTT(0)/2 - g(0),
//                                          and g(m) where no flood does
//   send call      o_s(m)                  where messages are buffered
//   late receive   n o_r(m)
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>

#include "models/features/eager_limit.h"
#include "models/fit/linear_model.h"

namespace colltune::models {
namespace {

constexpr std::string_view kName = "plogp";
constexpr std::array<std::string_view, 3> kCurves = {"o_s", "o_r", "g"};

constexpr std::array kNeeded = {measure::Experiment::kRoundTrip, measure::Experiment::kFlood,
                                measure::Experiment::kSendCall, measure::Experiment::kLateReceive};

/// Share of the value at a measured size.
template <typename Value>
struct Share {
  const Value* value;
  double share;
};

/// Returns the shares of the values at measured sizes that give the value at `bytes`. Requires a
/// curve that is not empty.
template <typename Value>
std::vector<Share<Value>> Interpolate(const std::map<Bytes, Value>& curve, Bytes bytes) {
  auto above = curve.lower_bound(bytes);
  if (above != curve.end() && (above->first == bytes || above == curve.begin())) {
    return {{&above->second, 1}};
  }
  if (curve.size() == 1) return {{&curve.begin()->second, 1}};
  if (above == curve.end()) --above;
  const auto below = std::prev(above);
  const double share = static_cast<double>(bytes.count - below->first.count) /
                       static_cast<double>(above->first.count - below->first.count);
  return {{&below->second, 1 - share}, {&above->second, share}};
}

class PLogP final : public Network {
 public:
  using Curve = std::map<Bytes, double>;  // seconds

  PLogP(double latency, Curve send, Curve receive, Curve gap)
      : latency_(latency),
        send_(std::move(send)),
        receive_(std::move(receive)),
        gap_(std::move(gap)) {}

  MessageCost Cost(Rank, Rank, Bytes bytes) const override {
    const Seconds send = At(send_, bytes);
    const Seconds receive = At(receive_, bytes);
    const Seconds gap = At(gap_, bytes);
    return {.send_overhead = send,
            .transfer = std::max(gap - send - receive, Seconds{}),
            .gap = gap,
            .latency = latency_,
            .receive_gap = gap,
            .receive_overhead = receive};
  }

 private:
  /// Returns the value at `bytes`; a line that falls towards its end does not reach below 0.
  static Seconds At(const Curve& curve, Bytes bytes) {
    double sum = 0;
    for (const auto& [value, share] : Interpolate(curve, bytes)) sum += share * *value;
    return Seconds(std::max(sum, 0.0));
  }

  const Seconds latency_;
  const Curve send_;
  const Curve receive_;
  const Curve gap_;
};

std::string NameAt(std::string_view curve, Bytes bytes) {
  return fmt::format("{}({})", curve, bytes.count);
}

std::unique_ptr<Network> Make(const ParameterValues& values, std::span<const measure::Place>) {
  std::array<PLogP::Curve, kCurves.size()> curves;
  std::vector<std::string> known = {"L"};
  for (const auto& [name, value] : values) {
    for (std::size_t i = 0; i < kCurves.size(); ++i) {
      const std::string start = fmt::format("{}(", kCurves[i]);
      if (!name.starts_with(start) || !name.ends_with(')')) continue;
      const std::string size = name.substr(start.size(), name.size() - start.size() - 1);
      const Bytes bytes{ParseInteger(size, 0, EagerLimit::kNone.count, kName)};
      curves[i][bytes] = value;
      known.push_back(name);
    }
  }
  CheckValues(kName, values, known);
  for (std::size_t i = 0; i < kCurves.size(); ++i) {
    if (!curves[i].empty()) continue;
    throw std::invalid_argument(fmt::format("{}: no value of {} at any size", kName, kCurves[i]));
  }
  return std::make_unique<PLogP>(Get(kName, values, "L"), curves[0], curves[1], curves[2]);
}

/// The unknowns of a curve, by size.
using Unknowns = std::map<Bytes, std::size_t>;

Unknowns AddCurve(std::string_view name, const std::set<Bytes>& sizes, std::string_view takes,
                  FitSystem& system) {
  Unknowns unknowns;
  for (const Bytes bytes : sizes) {
    unknowns[bytes] = system.Add({NameAt(name, bytes), "s",
                                  "the other parameters already explain the samples of this size",
                                  std::string(takes)});
  }
  return unknowns;
}

/// Samples that the model can use, and their sizes.
struct Usable {
  std::vector<const measure::NetworkSample*> samples;
  std::set<Bytes> send, receive, gap;
  Bytes smallest = EagerLimit::kNone;  ///< of a round trip
};

Usable Choose(std::span<const measure::NetworkSample> samples, Bytes eager_limit) {
  Usable usable;
  std::set<Bytes> floods;
  for (const measure::NetworkSample& s : samples) {
    const bool buffered = s.bytes <= eager_limit;
    if (s.experiment == measure::Experiment::kFlood && s.depth == 0 && buffered)
      floods.insert(s.bytes);
    if (s.experiment == measure::Experiment::kRoundTrip)
      usable.smallest = std::min(usable.smallest, s.bytes);
  }
  for (const measure::NetworkSample& s : samples) {
    const bool buffered = s.bytes <= eager_limit;
    switch (s.experiment) {
      case measure::Experiment::kFlood:
        if (s.depth != 0 || !buffered) continue;
        usable.gap.insert(s.bytes);
        break;
      case measure::Experiment::kRoundTrip:
        if (floods.contains(s.bytes) && s.bytes != usable.smallest) continue;
        usable.gap.insert(s.bytes);
        break;
      case measure::Experiment::kSendCall:
        if (s.delay != Seconds{} || !buffered) continue;
        usable.send.insert(s.bytes);
        break;
      case measure::Experiment::kLateReceive:
        usable.receive.insert(s.bytes);
        break;
      default:
        continue;
    }
    usable.samples.push_back(&s);
  }
  return usable;
}

Fit FitPLogP(const measure::NetworkData& data, const FitOptions& options) {
  RequireEachExperiment(kName, kNeeded, data.samples);
  const EagerLimit limit = FindEagerLimit(data.samples);
  const Usable usable = Choose(data.samples, limit.buffered);
  FitSystem system(kName);
  const std::string takes = "floods of two or more messages and round trips of the smallest size";
  const std::size_t latency = system.Add(
      {"L", "s", "half the round trip of the smallest messages is no longer than their gap",
       takes});
  const Unknowns send = AddCurve("o_s", usable.send, "send calls", system);
  const Unknowns receive = AddCurve("o_r", usable.receive, "late receives", system);
  const Unknowns gap = AddCurve("g", usable.gap, takes, system);
  for (const measure::NetworkSample* s : usable.samples) {
    const double n = s->messages;
    if (s->experiment == measure::Experiment::kSendCall) {
      system.Expect(*s, {{send.at(s->bytes), 1}});
    } else if (s->experiment == measure::Experiment::kLateReceive) {
      system.Expect(*s, {{receive.at(s->bytes), n}});
    } else if (s->experiment == measure::Experiment::kRoundTrip) {
      system.Expect(*s, {{latency, 2}, {gap.at(s->bytes), 2}});
    } else {
      std::vector<Term> terms = {{latency, 2}, {gap.at(s->bytes), n}};
      for (const auto& [unknown, share] : Interpolate(gap, Bytes{1})) {
        terms.push_back({*unknown, share});
      }
      system.Expect(*s, std::move(terms));
    }
  }
  if (usable.send.empty()) {
    throw std::invalid_argument(
        fmt::format("{}: there is no send call without delay of a buffered size", kName));
  }
  Fit fit = system.Solve(options);
  for (const Bytes bytes : BreaksOfRoundTrips(data.samples)) {
    fit.notes.push_back(fmt::format(
        "round trips follow another line from {} bytes on; sizes between this one and the measured "
        "one before it may lie on either",
        bytes.count));
  }
  if (limit.found) {
    fit.notes.push_back(fmt::format(
        "send calls and floods above {} bytes wait for their receives and are left out: the model "
        "buffers all messages",
        limit.buffered.count));
  }
  fit.network = Make(ValuesOf(fit), {});
  return fit;
}

}  // namespace

NetworkModel PLogPModel() {
  return {
      .name = kName,
      .summary = "latency, and overheads and gap that depend on the size in straight pieces",
      .source = "Kielmann, Bal & Verstoep 2000",
      .experiments = kNeeded,
      .fit = FitPLogP,
      .make = Make,
  };
}

}  // namespace colltune::models
