// LogGPS: LogGP of buffered messages, up to S bytes; larger ones start to move when their receive
// is posted, and have parameters of their own.
//
// Source: Ino, Fujimoto & Hagihara, "LogGPS: A Parallel Computational Model for Synchronization
// Analysis" (PPoPP 2001), there with the overheads of LogGP on either side of S.
//
// Experiments: those of LogGP, up to S; S by send calls whose receives are late. Above S
//   round trip        2 (o_s_rdv + t G_rdv + L_rdv + o_r_rdv)
//   send overlap      o_s_rdv
//   receive overlap   o_r_rdv
// L_rdv has the handshake in it, as far as it shows when the receive is there in time. A flood of
// blocking sends tells nothing above S: each waits until the one before has arrived.
#include "models/loggps.h"

#include <fmt/format.h>

#include <array>
#include <memory>

#include "models/features/eager_limit.h"
#include "models/features/flood_pace.h"
#include "models/features/incast.h"

namespace colltune::models {
namespace {

constexpr std::string_view kName = "loggps";

constexpr std::array kNeeded = {measure::Experiment::kRoundTrip, measure::Experiment::kFlood,
                                measure::Experiment::kDelayedFlood,
                                measure::Experiment::kLateReceive};

// Indices into the parameters of kLogGpLinear.
enum Index : std::size_t { kLatency, kSend, kReceive, kGap, kByteGap };

class LogGps final : public Network {
 public:
  LogGps(const LogGpsValues& values, double limit) : values_(values), limit_(limit) {}

  MessageCost Cost(Rank, Rank, Bytes bytes) const override {
    return CostOf(values_, limit_, bytes);
  }

  bool HasRendezvous() const override {
    return limit_ < static_cast<double>(EagerLimit::kNone.count);
  }

 private:
  const LogGpsValues values_;
  const double limit_;  // bytes
};

std::unique_ptr<Network> Make(const ParameterValues& values, std::span<const measure::Place>) {
  std::vector<std::string> known = LogGpsNames("");
  known.emplace_back("S");
  CheckValues(kName, values, known);
  return std::make_unique<LogGps>(ToLogGpsValues(kName, values, ""), Get(kName, values, "S"));
}

/// Adds the parameters of messages above the limit, and their samples.
void AddRendezvous(std::span<const measure::NetworkSample> samples, Bytes limit, std::size_t first,
                   const std::string& suffix, FitSystem& system) {
  const auto add = [&](const std::string& name, std::string unit, std::string why_zero,
                       std::string takes, Index eager) {
    return system.Add({name + suffix,
                       std::move(unit),
                       std::move(why_zero),
                       std::move(takes),
                       {{first + eager, 1}},
                       "that of buffered messages"});
  };
  const std::string round_trips = "round trips of two or more sizes that are not buffered";
  const std::size_t send = add("o_s_rdv", "s", "all of a send overlaps",
                               "overlapped sends that are not buffered", kSend);
  const std::size_t receive = add("o_r_rdv", "s", "all of a receive overlaps",
                                  "overlapped receives that are not buffered", kReceive);
  const std::size_t byte =
      add("G_rdv", "s/B", "large messages take no longer than small ones", round_trips, kByteGap);
  const std::size_t latency = add(
      "L_rdv", "s", "overheads and bytes already explain the round trip", round_trips, kLatency);
  for (const measure::NetworkSample& s : samples) {
    if (s.bytes <= limit) continue;
    if (s.experiment == measure::Experiment::kRoundTrip) {
      system.Expect(s, {{latency, 2}, {send, 2}, {receive, 2}, {byte, 2 * GapBytes(s.bytes)}});
    } else if (s.experiment == measure::Experiment::kSendOverlap) {
      system.Expect(s, {{send, 1}});
    } else if (s.experiment == measure::Experiment::kReceiveOverlap) {
      system.Expect(s, {{receive, 1}});
    }
  }
}

std::vector<measure::NetworkSample> Buffered(std::span<const measure::NetworkSample> samples,
                                             Bytes limit) {
  std::vector<measure::NetworkSample> buffered;
  for (const measure::NetworkSample& s : samples) {
    if (s.bytes <= limit) buffered.push_back(s);
  }
  return buffered;
}

Fit FitLogGps(const measure::NetworkData& all, const FitOptions& options) {
  const EagerLimit limit = FindEagerLimit(all.samples);
  const measure::NetworkData data = WithoutEscalated(all, limit);
  RequireEachExperiment(kName, kNeeded, Buffered(data.samples, limit.buffered));
  FitSystem system(kName);
  AddLogGps(data.samples, limit.buffered, "", system);
  Fit fit = system.Solve(options);
  fit.parameters.push_back(ToParameter(limit));
  if (!limit.note.empty()) fit.notes.push_back(limit.note);
  for (const Bytes bytes : BreaksOfRoundTrips(data.samples)) {
    if (limit.found && bytes >= limit.buffered && bytes <= limit.waiting) continue;
    fit.notes.push_back(
        fmt::format("round trips follow another line from {} bytes on, which is not at the eager "
                    "limit: plogp follows it, this model does not",
                    bytes.count));
  }
  fit.network = Make(ValuesOf(fit), {});
  return fit;
}

}  // namespace

MessageCost CostOf(const LogGpsValues& values, double limit, Bytes bytes) {
  const bool buffered = static_cast<double>(bytes.count) <= limit;
  MessageCost cost = CostOf(buffered ? values.eager : values.rendezvous, bytes);
  cost.rendezvous = !buffered;
  return cost;
}

std::vector<std::string> LogGpsNames(const std::string& suffix) {
  std::vector<std::string> names = {"L",   "o_s",   "o_r",     "g",       "G",    "g_r",
                                    "G_r", "L_rdv", "o_s_rdv", "o_r_rdv", "G_rdv"};
  for (std::string& name : names) name += suffix;
  return names;
}

LogGpsValues ToLogGpsValues(std::string_view model, const ParameterValues& values,
                            const std::string& suffix) {
  LogGpsValues all;
  all.eager = ToLogGpValues(model, values, suffix);
  all.rendezvous = all.eager;
  all.rendezvous.latency = Seconds(Get(model, values, "L_rdv" + suffix));
  all.rendezvous.send_overhead = Seconds(Get(model, values, "o_s_rdv" + suffix));
  all.rendezvous.receive_overhead = Seconds(Get(model, values, "o_r_rdv" + suffix));
  all.rendezvous.byte_gap = Seconds(Get(model, values, "G_rdv" + suffix));
  return all;
}

std::size_t AddLogGps(std::span<const measure::NetworkSample> samples, Bytes limit,
                      const std::string& suffix, FitSystem& system) {
  std::size_t first = 0;
  for (const LinearParameter& p : kLogGpLinear.parameters) {
    const std::size_t at = system.Add({std::string(p.name) + suffix, std::string(p.unit),
                                       std::string(p.why_zero), std::string(kLogGpLinear.takes)});
    if (&p == &kLogGpLinear.parameters.front()) first = at;
  }
  const FloodPace pace(samples);
  for (const measure::NetworkSample& s : samples) {
    if (s.bytes <= limit && !pace.IsOfProcessor(s)) ExpectLinear(kLogGpLinear, s, first, system);
  }
  AddReceivePort(samples, first + kGap, first + kByteGap, suffix, system);
  AddRendezvous(samples, limit, first, suffix, system);
  return first;
}

NetworkModel LogGpsModel() {
  return {
      .name = kName,
      .summary = "LogGP, with messages above an eager limit that wait for their receive",
      .source = "Ino, Fujimoto & Hagihara 2001",
      .experiments = kNeeded,
      .fit = FitLogGps,
      .make = Make,
  };
}

}  // namespace colltune::models
