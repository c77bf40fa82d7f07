// LogGP: latency L, overheads o_s of the sender and o_r of the receiver, gap g between messages
// and gap G between the bytes of a message.
//
// Source: Alexandrov, Ionescu, Schauser & Scheiman, "LogGP: Incorporating Long Messages into the
// LogP Model" (SPAA 1995), there with one overhead o for both sides.
//
// Experiments, in the spirit of Hoefler, Lichei & Rehm, "Low-Overhead LogGP Parameter Assessment
// for Modern Interconnection Networks" (IPDPS 2007), all in one system of equations. With
// t = max(m - 1, 0), so that messages of 0 and 1 byte cost no byte gap, and n messages:
//   round trip     2 (o_s + t G + L + o_r)
//   flood          (n-1)(g + t G) + [o_s + t G + L + o_r] + [o_s + L + o_r]   (the 1-byte reply)
//   delayed flood  (n-1)(delay + o_s)  + the same two brackets
//   late receive   n o_r
// They hold where, in the flood, o_s and o_r are below the interval of the messages, and in the
// delayed flood, delay + o_s is above it. A processor that is busy for longer than that sets the
// pace of the flood itself: the g that is found is then the overhead. A processor that copies the
// bytes spends part of t G in the delayed flood, too, and it would count as o_s: messages of a
// few bytes are the ones for this experiment.
#include <algorithm>
#include <array>
#include <memory>

#include "models/linear_model.h"

namespace colltune {
namespace {

constexpr std::array kParameters = {
    LinearParameter{"L", "s", "the overheads already explain the round trip"},
    LinearParameter{"o_s", "s", "sending adds nothing to the delays of the delayed flood"},
    LinearParameter{"o_r", "s", "the other experiments leave no time for the late receive"},
    LinearParameter{"g", "s", "the bytes already explain the pace of the flood"},
    LinearParameter{"G", "s/B", "large messages take no longer than small ones"},
};

constexpr std::array kExperiments = {Experiment::kRoundTrip, Experiment::kFlood,
                                     Experiment::kDelayedFlood, Experiment::kLateReceive};

double TransferBytes(Bytes bytes) {
  return static_cast<double>(std::max<std::int64_t>(bytes.count - 1, 0));
}

class LogGp final : public Network {
 public:
  explicit LogGp(std::span<const double> values)
      : latency_(values[0]),
        send_overhead_(values[1]),
        receive_overhead_(values[2]),
        gap_(values[3]),
        byte_gap_(values[4]) {}

  MessageCost Cost(Rank, Rank, Bytes bytes) const override {
    const Seconds transfer = TransferBytes(bytes) * byte_gap_;
    return {.send_overhead = send_overhead_,
            .transfer = transfer,
            .gap = gap_ + transfer,
            .latency = latency_,
            .receive_overhead = receive_overhead_};
  }

 private:
  Seconds latency_;
  Seconds send_overhead_;
  Seconds receive_overhead_;
  Seconds gap_;
  Seconds byte_gap_;  // per byte
};

std::vector<double> Coefficients(const NetworkSample& sample) {
  const double n = sample.messages;
  const double t = TransferBytes(sample.bytes);
  switch (sample.experiment) {  //   L, o_s, o_r, g, G
    case Experiment::kRoundTrip:
      return {2, 2, 2, 0, 2 * t};
    case Experiment::kFlood:
      return {2, 2, 2, n - 1, n * t};
    case Experiment::kDelayedFlood:
      return {2, n + 1, 2, 0, t};
    case Experiment::kLateReceive:
      return {0, 0, n, 0, 0};
    default:
      break;
  }
  return {};  // not one of kExperiments
}

std::unique_ptr<Network> Build(std::span<const double> values) {
  return std::make_unique<LogGp>(values);
}

constexpr LinearModel kLogGp = {
    .name = "loggp",
    .parameters = kParameters,
    .experiments = kExperiments,
    .takes =
        "floods and delayed floods of two or more messages, and round trips or floods of more "
        "than one byte",
    .coefficients = Coefficients,
    .build = Build,
};

}  // namespace

NetworkModel LogGpModel() {
  return {
      .name = kLogGp.name,
      .summary = "latency, an overhead on each side, gaps between messages and between bytes",
      .source = "Alexandrov, Ionescu, Schauser & Scheiman 1995",
      .experiments = kLogGp.experiments,
      .fit = [](std::span<const NetworkSample> samples) { return FitLinear(kLogGp, samples); },
      .make = [](const ParameterValues& values) { return MakeLinear(kLogGp, values); },
  };
}

}  // namespace colltune
