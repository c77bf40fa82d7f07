#include "models/features/incast.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>

#include "models/features/experiment_replay.h"
#include "models/fit/linear_model.h"

namespace colltune::models {
namespace {

constexpr std::string_view kBuffer = "incast buffer";
constexpr std::string_view kDelay = "incast delay";

constexpr double kLonger = 1.5;
constexpr double kJump = 3;

/// A network whose switches keep that much.
class WithBuffer final : public Network {
 public:
  WithBuffer(const Network& whole, Bytes buffer) : whole_(whole), buffer_(buffer) {}

  MessageCost Cost(Rank from, Rank to, Bytes bytes) const override {
    return whole_.Cost(from, to, bytes);
  }
  std::span<const SharedLink> Links() const override { return whole_.Links(); }
  Route RouteOf(Rank from, Rank to) const override { return whole_.RouteOf(from, to); }
  Incast IncastLimit() const override { return {.buffer = buffer_, .delay = kVeryLate}; }
  SwitchPort PortTo(Rank to) const override { return whole_.PortTo(to); }
  bool HasRendezvous() const override { return whole_.HasRendezvous(); }

  static constexpr Seconds kVeryLate{1e6};

 private:
  const Network& whole_;
  const Bytes buffer_;
};

/// Returns the smallest buffer with which a switch drops none of the sample's messages.
Bytes KeptOf(const measure::NetworkSample& sample, const Network& network) {
  const auto drops = [&](std::int64_t bytes) {
    return ReplayedTime(sample, WithBuffer(network, Bytes{bytes})) > WithBuffer::kVeryLate;
  };
  const auto senders = static_cast<std::int64_t>(sample.others.size()) + 1;
  std::int64_t least = std::max<std::int64_t>(1, sample.bytes.count);  // it takes one in any case
  std::int64_t most = senders * least;
  while (drops(most)) most *= 2;  // an envelope
  while (least < most) {
    const std::int64_t middle = least + (most - least) / 2;
    if (drops(middle)) {
      least = middle + 1;
    } else {
      most = middle;
    }
  }
  return Bytes{most};
}

struct Timed {
  const measure::NetworkSample* sample;
  bool escalated = false;

  double bytes() const { return static_cast<double>(sample->bytes.count); }
  /// Returns the time of one message, where one sender sends several.
  Seconds time() const { return sample->time / sample->messages; }
  Seconds low() const { return sample->high > Seconds{} ? sample->low / sample->messages : time(); }
  Seconds high() const { return std::max(sample->high / sample->messages, time()); }
};

/// Samples of one receiver and one set of senders, by rising size.
using Group = std::vector<Timed>;

bool IsLonger(const Timed& a, const Timed& b) {
  return a.time() >= kLonger * b.time() && a.low() > b.high();
}

bool Jumps(const Timed& from, const Timed& to) {
  const double ratio = to.bytes() / std::max(from.bytes(), 1.0);
  return to.time() > kJump * std::max(ratio, 1.0) * from.time() && to.low() > from.high();
}

void MarkEscalated(Group& group, const EagerLimit& limit) {
  const Timed* calm = nullptr;
  const Timed* jumped = nullptr;
  for (Timed& now : group) {
    if (now.sample->bytes >= limit.waiting) return;
    const bool falls_later = std::ranges::any_of(group, [&](const Timed& later) {
      return later.bytes() > now.bytes() && IsLonger(now, later);
    });
    const bool stays = jumped != nullptr && !IsLonger(*jumped, now);
    jumped = stays || (calm != nullptr && Jumps(*calm, now)) ? &now : nullptr;
    now.escalated = falls_later || jumped != nullptr;
    if (!now.escalated) calm = &now;
  }
}

std::vector<Group> GroupsOf(const measure::NetworkData& data, const EagerLimit& limit,
                            measure::Experiment experiment) {
  std::map<std::pair<Rank, std::vector<Rank>>, Group> by_ranks;
  for (const measure::NetworkSample& s : data.samples) {
    if (s.experiment != experiment) continue;
    std::vector<Rank> senders = s.others;
    senders.push_back(s.from);
    std::ranges::sort(senders);
    by_ranks[{s.to, std::move(senders)}].push_back({&s});
  }
  std::vector<Group> groups;
  for (auto& [ranks, group] : by_ranks) {
    std::ranges::stable_sort(group, {}, &Timed::bytes);
    MarkEscalated(group, limit);
    groups.push_back(std::move(group));
  }
  return groups;
}

/// Escalated samples of a group, and the samples around them. Without a smaller sample that is not
/// escalated the region is empty.
class Region {
 public:
  explicit Region(const Group& group) {
    for (const Timed& one : group) {
      if (one.escalated && below_ != nullptr) {
        inside_.push_back(&one);
        above_ = nullptr;
      } else if (inside_.empty()) {
        if (first_ == nullptr) first_ = &one;
        below_ = &one;
      } else if (!one.escalated && above_ == nullptr) {
        above_ = &one;
      }
    }
  }

  bool IsEmpty() const { return inside_.empty(); }

  /// Returns how well M1 is known: 1 is best.
  double Ratio() const { return inside_.front()->bytes() / std::max(below_->bytes(), 1.0); }

  IncastFound Find(const Network& network) const {
    const std::size_t senders = below_->sample->others.size() + 1;
    const Bytes m1 = below_->sample->bytes;
    const Bytes m2 = inside_.back()->sample->bytes;
    const Bytes kept = KeptOf(*below_->sample, network);
    const Bytes dropped = KeptOf(*inside_.front()->sample, network);
    IncastFound found{.found = true,
                      .buffer = kept,
                      .half_width = Bytes{std::max<std::int64_t>(0, dropped.count - kept.count)}};
    FindDelay(found);
    found.note = fmt::format(
        "incast: many to one from {} ranks escalates for messages of more than M1 = {} and up to "
        "M2 = {} bytes: it takes {:.3g} s longer",
        senders, m1.count, m2.count, found.delay.count());
    return found;
  }

 private:
  void FindDelay(IncastFound& found) const {
    std::vector<Seconds> delays;
    for (const Timed* one : inside_) delays.push_back(one->time() - CalmTime(one->bytes()));
    std::ranges::sort(delays);
    const std::size_t half = delays.size() / 2;
    found.delay = (delays[half] + delays[delays.size() - 1 - half]) / 2;
    found.delay_spread = std::max(delays.back() - found.delay, found.delay - delays.front());
  }

  /// Returns the time on the line between the neighbours; without a neighbour above, on the line
  /// from the first sample.
  Seconds CalmTime(double bytes) const {
    const Timed& a = above_ != nullptr ? *below_ : *first_;
    const Timed& b = above_ != nullptr ? *above_ : *below_;
    if (a.bytes() == b.bytes()) return b.time();
    return a.time() + (b.time() - a.time()) * ((bytes - a.bytes()) / (b.bytes() - a.bytes()));
  }

  std::vector<const Timed*> inside_;
  const Timed* first_ = nullptr;
  const Timed* below_ = nullptr;
  const Timed* above_ = nullptr;
};

}  // namespace

IncastFound FindIncast(const measure::NetworkData& data, const EagerLimit& limit,
                       const Network& network) {
  const std::vector<Group> groups = GroupsOf(data, limit, measure::Experiment::kManyToOne);
  std::vector<Region> regions;
  for (const Group& group : groups) {
    const bool has_several = !group.front().sample->others.empty();
    const Region region(group);
    if (has_several && !region.IsEmpty()) regions.push_back(region);
  }
  if (regions.empty()) return {};
  const IncastFound found = std::ranges::min_element(regions, {}, &Region::Ratio)->Find(network);
  return found.delay > Seconds{} ? found : IncastFound{};
}

measure::NetworkData WithoutEscalated(const measure::NetworkData& data, const EagerLimit& limit) {
  std::vector<const measure::NetworkSample*> escalated;
  for (const auto experiment :
       {measure::Experiment::kManyToOne, measure::Experiment::kLateReceive}) {
    for (const Group& group : GroupsOf(data, limit, experiment)) {
      for (const Timed& one : group) {
        if (one.escalated) escalated.push_back(one.sample);
      }
    }
  }
  measure::NetworkData rest{data.places, {}};
  for (const measure::NetworkSample& s : data.samples) {
    if (std::ranges::find(escalated, &s) == escalated.end()) rest.samples.push_back(s);
  }
  return rest;
}

void AddIncast(const IncastFound& found, Fit& fit) {
  if (!found.found) return;
  fit.parameters.push_back({std::string(kBuffer), static_cast<double>(found.buffer.count), "B",
                            static_cast<double>(found.half_width.count)});
  fit.parameters.push_back(
      {std::string(kDelay), found.delay.count(), "s", found.delay_spread.count()});
  fit.notes.push_back(found.note);
}

std::vector<std::string> IncastNames() { return {std::string(kBuffer), std::string(kDelay)}; }

Incast ToIncast(std::string_view model, const ParameterValues& values) {
  if (!values.contains(kBuffer) && !values.contains(kDelay)) return {};
  return {.buffer = Bytes{static_cast<std::int64_t>(Get(model, values, kBuffer))},
          .delay = Seconds(Get(model, values, kDelay))};
}

}  // namespace colltune::models
