#include "tests/models/true_parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "tests/models/configured.h"

namespace colltune::models {
namespace {

constexpr Bytes kEmpty{0};
constexpr Bytes kKilobyte{1000};       // buffered on all machines
constexpr Bytes kMegabyte{1'000'000};  // not buffered where there is a limit
constexpr Bytes kTwoMegabytes{2'000'000};

/// The time of a message on the way: its bytes, and the latency without any.
Seconds WireOf(const MessageCost& cost) { return cost.transfer + cost.latency; }

double SlopeOf(Seconds less, Bytes fewer, Seconds more, Bytes bytes) {
  return (more - less).count() / static_cast<double>(bytes.count - fewer.count);
}

class Truth {
 public:
  Truth(const Network& network, int ranks) : network_(network), ranks_(ranks) {}

  ParameterValues LogGp(Rank from, Rank to, const std::string& suffix) const {
    constexpr Bytes kOne{1};
    const MessageCost one = network_.Cost(from, to, kOne);
    return {{"L" + suffix, WireOf(one).count()},
            {"o_s" + suffix, one.send_overhead.count()},
            {"o_r" + suffix, one.receive_overhead.count()},
            {"G" + suffix, ByteTime(from, to, kEmpty, kKilobyte)}};
  }

  /// The time of each further byte from one size to another, wherever it is spent.
  double ByteTime(Rank from, Rank to, Bytes fewer, Bytes bytes) const {
    const MessageCost less = network_.Cost(from, to, fewer);
    const MessageCost more = network_.Cost(from, to, bytes);
    return SlopeOf(less.send_overhead + WireOf(less), fewer, more.send_overhead + WireOf(more),
                   bytes);
  }

  ParameterValues Lmo(std::span<const measure::Place> places) const {
    ParameterValues all;
    for (Rank i = 0; i < ranks_; ++i) {
      const Rank other = (i + 1) % ranks_;
      const MessageCost empty = network_.Cost(i, other, kEmpty);
      const MessageCost full = network_.Cost(i, other, kKilobyte);
      all[fmt::format("C({})", i)] = empty.send_overhead.count();
      all[fmt::format("t({})", i)] =
          SlopeOf(empty.send_overhead, kEmpty, full.send_overhead, kKilobyte);
      for (Rank j = i + 1; j < ranks_; ++j) {
        const Seconds least = WireOf(network_.Cost(i, j, kEmpty));
        all[fmt::format("L({},{})", i, j)] = least.count();
        all[fmt::format("1/beta({},{})", i, j)] =
            SlopeOf(least, kEmpty, WireOf(network_.Cost(i, j, kKilobyte)), kKilobyte);
      }
      // Links are named after hosts' numbers.
      const std::string& host = places[static_cast<std::size_t>(i)].host;
      const std::string number = host.substr(host.rfind('-') + 1);
      if (!network_.Links().empty()) all["port out " + host] = LinkNamed("up " + number);
    }
    return all;
  }

  ParameterValues Levels() const {
    ParameterValues all = LogGp(0, 1, "[switch]");
    const Rank far = ranks_ - 1;
    all["L[site]"] = WireOf(network_.Cost(0, far, kEmpty)).count();
    for (const auto& [to, suffix] : {std::pair{Rank{1}, "[switch]"}, {far, "[site]"}}) {
      all[fmt::format("G{}", suffix)] = ByteTime(0, to, kEmpty, kKilobyte);
      all[fmt::format("G_rdv{}", suffix)] = ByteTime(0, to, kMegabyte, kTwoMegabytes);
    }
    all["port out"] = all["port in"] = LinkNamed("up 0");
    // The sum of all links of a site upwards.
    int links = 0;
    for (const SharedLink& link : network_.Links()) links += link.name.starts_with("up 0.") ? 1 : 0;
    all["line"] = LinkNamed("up 0.0") / links;
    return all;
  }

 private:
  double LinkNamed(const std::string& name) const {
    const auto links = network_.Links();
    const auto found = std::ranges::find(links, name, &SharedLink::name);
    if (found == links.end()) throw std::invalid_argument("no link " + name);
    return found->byte_time;
  }

  const Network& network_;
  const int ranks_;
};

}  // namespace

ParameterValues TrueParameters(std::string_view model, std::string_view platform,
                               std::span<const measure::Place> places) {
  const auto network = ConfiguredNetwork(platform, places);
  const Truth truth(*network, static_cast<int>(places.size()));
  if (model == "loggp") return truth.LogGp(0, 1, "");
  if (model == "lmo") return truth.Lmo(places);
  if (model == "levels") return truth.Levels();
  throw std::invalid_argument(fmt::format("the truth of {} is not known", model));
}

}  // namespace colltune::models
