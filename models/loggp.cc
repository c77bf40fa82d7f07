// LogGP: latency L, overheads o_s of the sender and o_r of the receiver, gap g between messages and
// gap G between the bytes of a message.
//
// Source: Alexandrov, Ionescu, Schauser & Scheiman, "LogGP: Incorporating Long Messages into the
// LogP Model" (SPAA 1995), there with one overhead o for both sides.
//
// Experiments, in the spirit of Hoefler, Lichei & Rehm, "Low-Overhead LogGP Parameter Assessment
// for Modern Interconnection Networks" (IPDPS 2007), all in one system of equations. With t =
// max(m-1, 0), so that messages of 0 and 1 byte cost no byte gap, and n messages:
//   round trip     2 (o_s + t G + L + o_r)
//   flood          (n-1)(g + t G) + [o_s + t G + L + o_r] + [o_s + L + o_r]   (the 1-byte reply)
//   delayed flood  (n-1)(delay + o_s)  + the same two brackets
//   late receive   n o_r
// The equations presume that, in the flood, o_s and o_r are below the interval of the messages, and
// that, in the delayed flood, delay + o_s is above it. A processor that is busy for longer sets the
// pace of the flood itself. If all floods are like that, the fitted g is the overhead; otherwise
// such floods do not count (flood_pace.h). In the delayed flood, a processor that copies the bytes
// also spends part of t G, which would count as o_s. So only messages of up to 64 bytes determine
// o_s and o_r.
//
// The receiver's port: two messages from different senders arrive g_r + G_r t apart. Many to one,
// from q senders at a time, determines g_r and G_r:
//   many to one    start + t * more + (q-1)(g_r + G_r t)
// The unknowns `start` and `more` are the time of the start signal, the first message and the
// answers: only the slope over q counts. If messages arrive in parallel, G_r is 0. The literature
// has one port on either side, alike: without such samples, g_r is g, and G_r is G.
#include "models/loggp.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>

#include "models/features/flood_pace.h"
#include "models/features/incast.h"

namespace colltune::models {
namespace {

constexpr std::array kParameters = {
    LinearParameter{"L", "s", "the overheads already explain the round trip"},
    LinearParameter{"o_s", "s", "sending adds nothing to the delays of the delayed flood"},
    LinearParameter{"o_r", "s", "the other experiments leave no time for the late receive"},
    LinearParameter{"g", "s", "the bytes already explain the pace of the flood"},
    LinearParameter{"G", "s/B", "large messages take no longer than small ones"},
};

constexpr std::array kExperiments = {measure::Experiment::kRoundTrip, measure::Experiment::kFlood,
                                     measure::Experiment::kDelayedFlood,
                                     measure::Experiment::kLateReceive};

class LogGp final : public Network {
 public:
  explicit LogGp(const LogGpValues& values) : values_(values) {}

  MessageCost Cost(Rank, Rank, Bytes bytes) const override { return CostOf(values_, bytes); }

 private:
  const LogGpValues values_;
};

std::unique_ptr<Network> Make(const ParameterValues& values, std::span<const measure::Place>) {
  const std::vector<std::string> known = {"L", "o_s", "o_r", "g", "G", "g_r", "G_r"};
  CheckValues(kLogGpLinear.name, values, known);
  return std::make_unique<LogGp>(ToLogGpValues(kLogGpLinear.name, values));
}

Fit FitLogGp(const measure::NetworkData& all, const FitOptions& options) {
  const measure::NetworkData data = WithoutEscalated(all, FindEagerLimit(all.samples));
  constexpr std::size_t kGap = 3;  // in kParameters
  const FloodPace pace(data.samples);
  std::vector<measure::NetworkSample> samples;
  std::ranges::copy_if(data.samples, std::back_inserter(samples),
                       [&](const measure::NetworkSample& s) { return !pace.IsOfProcessor(s); });
  FitSystem system = LinearSystem(kLogGpLinear, samples);
  AddReceivePort(samples, kGap, kGap + 1, "", system);
  Fit fit = system.Solve(options);
  fit.network = Make(ValuesOf(fit), {});
  return fit;
}

}  // namespace

double GapBytes(Bytes bytes) {
  return static_cast<double>(std::max<std::int64_t>(bytes.count - 1, 0));
}

MessageCost CostOf(const LogGpValues& values, Bytes bytes) {
  const Seconds transfer = GapBytes(bytes) * values.byte_gap;
  return {.send_overhead = values.send_overhead,
          .transfer = transfer,
          .gap = values.gap + transfer,
          .latency = values.latency,
          .receive_gap = values.receive_gap + GapBytes(bytes) * values.receive_byte_gap,
          .receive_overhead = values.receive_overhead};
}

std::vector<double> LogGpCoefficients(const measure::NetworkSample& sample) {
  const double n = sample.messages;
  const double t = GapBytes(sample.bytes);
  switch (sample.experiment) {  //   L, o_s, o_r, g, G
    case measure::Experiment::kRoundTrip:
      return {2, 2, 2, 0, 2 * t};
    case measure::Experiment::kFlood:
      return {2, 2, 2, n - 1, n * t};
    case measure::Experiment::kDelayedFlood:
      return {2, n + 1, 2, 0, t};
    case measure::Experiment::kLateReceive:
      return {0, 0, n, 0, 0};
    default:
      break;
  }
  return {};  // not one of kExperiments
}

const LinearModel kLogGpLinear = {
    .name = "loggp",
    .parameters = kParameters,
    .experiments = kExperiments,
    .takes =
        "floods and delayed floods of two or more messages, and round trips or floods of more "
        "than one byte",
    .coefficients = LogGpCoefficients,
    .build = nullptr,
};

void AddReceivePort(std::span<const measure::NetworkSample> samples, std::size_t gap,
                    std::size_t byte_gap, const std::string& suffix, FitSystem& system) {
  const std::string takes = "many to one from two or more numbers of ranks, of two or more sizes";
  const std::string text = "the sender's";
  const std::size_t port = system.Add(
      {"g_r" + suffix, "s", "messages from several ranks arrive at once", takes, {{gap, 1}}, text});
  const std::size_t byte = system.Add({"G_r" + suffix,
                                       "s/B",
                                       "the bytes of several messages arrive at once",
                                       takes,
                                       {{byte_gap, 1}},
                                       text});
  if (std::ranges::count(samples, measure::Experiment::kManyToOne,
                         &measure::NetworkSample::experiment) == 0)
    return;
  const std::size_t start = system.Add({"", "", "", takes, {}, "nothing", true});
  const std::size_t more = system.Add({"", "", "", takes, {}, "nothing", true});
  for (const measure::NetworkSample& sample : samples) {
    if (sample.experiment != measure::Experiment::kManyToOne) continue;
    const double further = static_cast<double>(sample.others.size());
    const double t = GapBytes(sample.bytes);
    system.Expect(sample, {{start, 1}, {more, t}, {port, further}, {byte, further * t}});
  }
}

LogGpValues ToLogGpValues(std::string_view model, const ParameterValues& values,
                          const std::string& suffix) {
  const auto get = [&](const std::string& name) {
    return Seconds(Get(model, values, name + suffix));
  };
  const auto or_else = [&](const std::string& name, const std::string& other) {
    return get(values.contains(name + suffix) ? name : other);
  };
  return {get("L"), get("o_s"),          get("o_r"),         get("g"),
          get("G"), or_else("g_r", "g"), or_else("G_r", "G")};
}

NetworkModel LogGpModel() {
  return {
      .name = kLogGpLinear.name,
      .summary = "latency, an overhead on each side, gaps between messages and between bytes",
      .source = "Alexandrov, Ionescu, Schauser & Scheiman 1995",
      .experiments = kExperiments,
      .fit = FitLogGp,
      .make = Make,
  };
}

}  // namespace colltune::models
