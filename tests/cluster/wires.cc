#include "tests/cluster/wires.h"

#include <algorithm>
#include <utility>

namespace colltune::cluster {

Nanoseconds Wires::Line::Pass(Nanoseconds time, std::size_t bytes) {
  free = std::max(time, free);
  if (rate != kUnlimited)
    free += Nanoseconds(static_cast<std::int64_t>(static_cast<double>(bytes) * 8e9 / rate));
  return free;
}

Wires::Wires(const Description& cluster)
    : cluster_(cluster), last_arrival_(cluster.link_of.size()), random_(cluster.seed) {
  for (const Host& host : cluster.hosts) {
    up_.push_back({host.up});
    down_.push_back({host.down});
  }
  for (const Link& link : cluster.links) links_.push_back({link.rate});
}

void Wires::Schedule(Nanoseconds time, Stage stage, Frame frame) {
  events_.push({time, number_++, stage, std::move(frame)});
}

void Wires::Enter(Nanoseconds now, Frame frame) {
  const Nanoseconds left = up_[frame.from].Pass(now, frame.bytes.size());
  Schedule(left, Stage::kLink, std::move(frame));
}

/// The arrival time of a frame that has left the line at `start`.
Nanoseconds Wires::Travel(Nanoseconds start, const Frame& frame) {
  const Link& link = cluster_.links[cluster_.LinkOf(frame.from, frame.to)];
  Nanoseconds arrival =
      start + cluster_.hosts[frame.from].latency + link.latency + cluster_.hosts[frame.to].latency;
  if (link.jitter > Nanoseconds(0)) {
    std::exponential_distribution<double> jitter(1.0 / static_cast<double>(link.jitter.count()));
    arrival += Nanoseconds(static_cast<std::int64_t>(jitter(random_)));
  }
  Nanoseconds& last = last_arrival_[frame.from * cluster_.hosts.size() + frame.to];
  return last = std::max(last, arrival);
}

std::optional<Nanoseconds> Wires::Next() const {
  if (events_.empty()) return std::nullopt;
  return events_.top().time;
}

std::vector<Frame> Wires::Leave(Nanoseconds now) {
  std::vector<Frame> arrived;
  while (!events_.empty() && events_.top().time <= now) {
    // The frame is moved out first; pop() looks only at an event's time and number.
    Frame frame = std::move(const_cast<Event&>(events_.top()).frame);
    const auto [time, stage] = std::pair(events_.top().time, events_.top().stage);
    events_.pop();
    switch (stage) {
      case Stage::kLink: {
        Line& line = links_[cluster_.LinkOf(frame.from, frame.to)];
        const Nanoseconds arrival = Travel(line.Pass(time, frame.bytes.size()), frame);
        Schedule(arrival, Stage::kDown, std::move(frame));
        break;
      }
      case Stage::kDown: {
        const Nanoseconds in = down_[frame.to].Pass(time, frame.bytes.size());
        Schedule(in, Stage::kHost, std::move(frame));
        break;
      }
      case Stage::kHost:
        arrived.push_back(std::move(frame));
    }
  }
  return arrived;
}

}  // namespace colltune::cluster
