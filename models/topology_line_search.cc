#include "models/topology_line_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/features/experiment_replay.h"
#include "models/fit/scalars.h"
#include "models/topology_network.h"

namespace colltune::models {
namespace {

Seconds UncertaintyOf(const measure::NetworkSample& s) { return (s.high - s.low) / 2; }

}  // namespace

std::string LineName(std::string_view prefix, const HostReadings& read, std::size_t host) {
  return fmt::format("{}{}", prefix, read.hosts[host]);
}

std::string LineName(std::string_view prefix, std::size_t group) {
  return fmt::format("{}{}", prefix, group);
}

LineSearch::LineSearch(const measure::NetworkData& data, const HostReadings& read,
                       const HostTree& tree, const ParameterValues& values)
    : data_(data), read_(read), tree_(tree), others_(values), values_(values) {
  Bytes largest{0};
  for (const Sample& s : data.samples) {
    if (HasPairs(s.experiment)) largest = std::max(largest, s.bytes);
  }
  for (const Sample& s : data.samples) {
    if (!HasPairs(s.experiment) || s.others.empty()) continue;
    if (s.bytes < largest) continue;
    Streams streams{&s, {}};
    for (const auto& [from, to] : StreamsOf(s)) {
      streams.hosts.emplace_back(read.HostOf(from), read.HostOf(to));
    }
    streams_.push_back(std::move(streams));
  }
}

void LineSearch::Set(const std::string& name, FoundLine line) {
  lines_[name] = line;
  values_[name] = line.byte_time;
}

void LineSearch::Remove(const std::string& name) {
  lines_.erase(name);
  values_.erase(name);
}

ParameterValues LineSearch::With(const Lines& lines) const {
  ParameterValues values = others_;
  for (const auto& [name, line] : lines) values[name] = line.byte_time;
  return values;
}

LineSearch::Samples LineSearch::Crossing(const std::function<bool(std::size_t)>& has,
                                         Way way) const {
  Samples all;
  for (const Streams& streams : streams_) {
    bool out = false;
    bool in = false;
    const bool all_cross = std::ranges::all_of(streams.hosts, [&](const auto& pair) {
      out = out || has(pair.first);
      in = in || has(pair.second);
      return has(pair.first) != has(pair.second);
    });
    if (!all_cross || (out && in) != (way == Way::kBoth) || out == (way == Way::kIn)) continue;
    all.push_back(streams.sample);
  }
  return all;
}

LineSearch::Samples LineSearch::Among(std::span<const std::size_t> groups) const {
  Samples all;
  for (const Streams& streams : streams_) {
    const bool crosses = std::ranges::any_of(streams.hosts, [&](const auto& pair) {
      return std::ranges::any_of(groups, [&](std::size_t group) {
        return tree_.Has(group, pair.first) != tree_.Has(group, pair.second);
      });
    });
    if (crosses) all.push_back(streams.sample);
  }
  return all;
}

LineSearch::Samples LineSearch::Within(std::size_t host) const {
  Samples all;
  for (const Streams& streams : streams_) {
    const bool within = std::ranges::all_of(
        streams.hosts, [&](const auto& pair) { return pair.first == host && pair.second == host; });
    if (within) all.push_back(streams.sample);
  }
  return all;
}

LineSearch::Samples LineSearch::All() const {
  Samples all;
  for (const Streams& streams : streams_) all.push_back(streams.sample);
  return all;
}

Seconds LineSearch::Replay(const Sample& sample, const ParameterValues& values) const {
  return ReplayedTime(sample, *MakeTopology(values, data_.places));
}

bool LineSearch::TakesLonger(const Sample& sample) const {
  return sample.time > kClearly * Replay(sample, values_) + UncertaintyOf(sample);
}

bool LineSearch::TakesLess(const Sample& sample) const {
  return kClearly * sample.time + UncertaintyOf(sample) < Replay(sample, values_);
}

double LineSearch::Excess(const Sample& sample) const {
  return sample.time / Replay(sample, values_);
}

double LineSearch::Explain(const Sample& sample, Seconds time, const std::string& name) const {
  ParameterValues values = values_;
  const auto late = [&](double byte_time) {
    values[name] = byte_time;
    return (Replay(sample, values) - time).count();
  };
  // One stream alone takes all of the time on the slowest line.
  double slowest = time.count() / (static_cast<double>(sample.bytes.count) * sample.messages);
  const double fastest = slowest * 1e-9;
  if (late(fastest) >= 0) return 0;
  while (late(slowest) < 0) slowest *= 2;
  return RootOf(late, fastest, slowest);
}

FoundLine LineSearch::Explain(const Sample& sample, const std::string& name) const {
  const double byte_time = Explain(sample, sample.time, name);
  const Seconds uncertain = UncertaintyOf(sample);
  if (uncertain <= Seconds(0)) return {byte_time};
  return {byte_time, (Explain(sample, sample.time + uncertain, name) -
                      Explain(sample, sample.time - uncertain, name)) /
                         2};
}

double LineSearch::Error(const Samples& samples, const ParameterValues& values) const {
  const auto network = MakeTopology(values, data_.places);
  double sum = 0;
  for (const Sample* sample : samples) {
    sum += std::abs(std::log(ReplayedTime(*sample, *network) / sample->time));
  }
  return samples.empty() ? 0 : sum / static_cast<double>(samples.size());
}

void LineSearch::Choose(const std::vector<Lines>& explanations, const Samples& samples) {
  std::vector<double> errors;
  for (const Lines& lines : explanations) errors.push_back(ErrorWith(lines, samples));
  const double enough = std::ranges::min(errors) + NoBetter(samples);
  const auto chosen = std::ranges::find_if(errors, [&](double error) { return error <= enough; });
  Replace(explanations[static_cast<std::size_t>(chosen - errors.begin())]);
}

double LineSearch::NoBetter(const Samples& samples) {
  double uncertain = 0;
  for (const Sample* sample : samples) uncertain += UncertaintyOf(*sample) / sample->time;
  return kNoBetter + (samples.empty() ? 0 : uncertain / static_cast<double>(samples.size()));
}

}  // namespace colltune::models
