#include "profiles/compiled/machine_bytes.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "profiles/compiled/checksum.h"
#include "profiles/compiled/table_layout.h"
#include "profiles/sizes.h"

namespace colltune {
namespace {

constexpr std::array kAllNearness = {Nearness::kHost, Nearness::kSite, Nearness::kFar};

/// Calls `each` with all EdgeTimes of the costs, in the order in which they are written.
template <typename Costs, typename Each>
void ForEachTimes(Costs& costs, Each each) {
  for (const Nearness nearness : kAllNearness) {
    for (int from = 0; from < costs.kinds(); ++from) {
      for (int to = 0; to < costs.kinds(); ++to) {
        for (std::size_t size = 0; size < costs.sizes().size(); ++size) {
          each(costs.Of(nearness, from, to, size));
        }
      }
    }
  }
}

/// Takes numbers from the front of the bytes. A missing number reads as 0, and good() is false from
/// then on.
class Taking {
 public:
  explicit Taking(std::string_view bytes) : bytes_(bytes) {}

  template <typename Unsigned>
  Unsigned Take() {
    if (!Has(sizeof(Unsigned))) return 0;
    const auto value = Get<Unsigned>(bytes_, 0);
    bytes_.remove_prefix(sizeof(Unsigned));
    return value;
  }

  /// Takes a number from 0 to `most`.
  int TakeInt(int most) {
    const auto value = Take<std::uint32_t>();
    good_ = good_ && value <= static_cast<std::uint32_t>(most);
    return good_ ? static_cast<int>(value) : 0;
  }

  std::string TakeText() {
    const auto size = Take<std::uint32_t>();
    if (!Has(size)) return {};
    std::string text(bytes_.substr(0, size));
    bytes_.remove_prefix(size);
    return text;
  }

  double TakeTime() {
    const auto time = std::bit_cast<double>(Take<std::uint64_t>());
    good_ = good_ && std::isfinite(time) && time >= 0;
    return time;
  }

  bool Has(std::size_t size) {
    good_ = good_ && bytes_.size() >= size;
    return good_;
  }
  void Demand(bool condition) { good_ = good_ && condition; }
  bool good() const { return good_; }
  std::size_t left() const { return bytes_.size(); }

 private:
  std::string_view bytes_;
  bool good_ = true;
};

std::vector<Bytes> TakeSizes(Taking& from) {
  std::vector<Bytes> sizes;
  const int count = from.TakeInt(EdgeCosts::kMostSizes);
  for (int i = 0; i < count; ++i) {
    const auto size = from.Take<std::uint64_t>();
    from.Demand(size <= static_cast<std::uint64_t>(kLargestSize.count));
    sizes.push_back(Bytes{static_cast<std::int64_t>(size)});
    from.Demand(i == 0 || sizes[sizes.size() - 2] < sizes.back());
  }
  from.Demand(count > 0);
  return sizes;
}

}  // namespace

std::string HostKey(std::string_view name) { return HostKey(Checksum(name)); }

std::string HostKey(std::uint64_t checksum) {
  std::string key;
  Put(key, checksum);
  return key;
}

Machine WithHostKeys(const Machine& machine) {
  Machine keyed{{}, machine.costs};
  for (const auto& [name, host] : machine.hosts) keyed.hosts[HostKey(name)] = host;
  return keyed;
}

std::string Pack(const Machine& machine) {
  std::string bytes;
  const auto put = [&bytes](auto count) { Put(bytes, static_cast<std::uint32_t>(count)); };
  put(machine.costs.kinds());
  put(machine.costs.sizes().size());
  for (const Bytes size : machine.costs.sizes()) Put(bytes, static_cast<std::uint64_t>(size.count));
  put(machine.hosts.size());
  for (const auto& [name, host] : machine.hosts) {
    put(name.size());
    bytes += name;
    put(host.kind);
    put(host.site);
  }
  ForEachTimes(machine.costs, [&bytes](const EdgeTimes& times) {
    for (const double time : {times.next, times.there, times.shared}) {
      Put(bytes, std::bit_cast<std::uint64_t>(time));
    }
  });
  return bytes;
}

std::optional<Machine> UnpackMachine(std::string_view bytes) {
  Taking from(bytes);
  const int kinds = from.TakeInt(Machine::kMostKinds);
  const std::vector<Bytes> sizes = TakeSizes(from);
  from.Demand(kinds > 0);
  // Checks that all times are there before memory for as many is allocated.
  from.Demand(from.left() >= kAllNearness.size() * sizeof(EdgeTimes) * sizes.size() *
                                 static_cast<std::size_t>(kinds * kinds));
  if (!from.good()) return std::nullopt;
  Machine machine{{}, EdgeCosts(kinds, sizes)};
  for (auto hosts = from.Take<std::uint32_t>(); hosts > 0 && from.good(); --hosts) {
    const std::string name = from.TakeText();
    const int kind = from.TakeInt(kinds - 1);
    const int site = from.TakeInt(Machine::kMostSites - 1);
    from.Demand(machine.hosts.try_emplace(name, Host{kind, site}).second);
  }
  ForEachTimes(machine.costs, [&from](EdgeTimes& times) {
    if (!from.good()) return;
    times.next = from.TakeTime();
    times.there = from.TakeTime();
    times.shared = from.TakeTime();
  });
  if (!from.good() || from.left() > 0) return std::nullopt;
  return machine;
}

}  // namespace colltune
