#include "profiles/exporters/releases.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace colltune {
namespace {

using Numbers = std::pair<int, int>;

/// Reads two numbers with a dot between at the text's begin; nothing where there are none.
std::optional<Numbers> ReadNumbers(std::string_view text) {
  Numbers numbers;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, numbers.first);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != '.') return std::nullopt;
  const auto second = std::from_chars(first.ptr + 1, end, numbers.second);
  return second.ec == std::errc() ? std::optional(numbers) : std::nullopt;
}

Numbers NumbersOf(const Exporter& exporter) { return *ReadNumbers(exporter.release); }

std::string Names(const ReleaseTable& table) {
  std::string names;
  for (const Exporter& one : table.exporters) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", one.release);
  }
  return names;
}

const Exporter& FindNamed(const Exporter& format, const std::string& named) {
  if (!format.releases) {
    throw std::invalid_argument(fmt::format(
        "--release: {} has no files for some releases alone; leave the option out", format.name));
  }
  const ReleaseTable& table = format.releases();
  const auto found = std::ranges::find(table.exporters, named, &Exporter::release);
  if (found != table.exporters.end()) return *found;
  throw std::invalid_argument(fmt::format("--release: unknown release '{}' of {}; known are {}",
                                          named, table.program, Names(table)));
}

/// Returns the numbers of the fingerprint's release; nothing for another program.
std::optional<Numbers> ReleaseOf(const ReleaseTable& table, std::string_view mpi) {
  if (!mpi.starts_with(table.program)) return std::nullopt;
  mpi.remove_prefix(table.program.size());
  if (!mpi.starts_with(' ')) return std::nullopt;
  return ReadNumbers(mpi.substr(1));
}

/// Returns the newest exporter whose release is at most `wanted`: the one for the device if there
/// is one. Requires that there is such a release.
const Exporter& FindNewest(const ReleaseTable& table, Numbers wanted, std::string_view device) {
  const Exporter* newest = nullptr;
  for (const Exporter& one : table.exporters) {
    if (NumbersOf(one) > wanted) break;
    const bool is_for_device = one.device.empty() || one.device == device;
    if (is_for_device) newest = &one;
  }
  return *newest;
}

}  // namespace

ReleaseChoice ChooseRelease(const Exporter& format, const std::optional<std::string>& named,
                            const Fingerprint& fingerprint) {
  if (named) return {&FindNamed(format, *named), ""};
  if (!format.releases) return {&format, ""};
  const ReleaseTable& table = format.releases();
  const auto wanted = ReleaseOf(table, fingerprint.mpi);
  if (!wanted || *wanted < NumbersOf(table.exporters.front()) ||
      *wanted > NumbersOf(table.exporters.back())) {
    throw std::invalid_argument(
        fmt::format("{}: '{}' is no known release of {}; name one by --release: {}", format.name,
                    fingerprint.mpi, table.program, Names(table)));
  }
  const Exporter& newest = FindNewest(table, *wanted, fingerprint.device);
  if (NumbersOf(newest) == *wanted) return {&newest, ""};
  return {&newest, fmt::format("{}: {} is not known; taken for {} {}", format.name, fingerprint.mpi,
                               table.program, newest.release)};
}

std::string DescribeReleases() {
  std::string text;
  for (const Exporter& format : Exporters()) {
    if (!format.releases) continue;
    const ReleaseTable& table = format.releases();
    text += fmt::format("{}{}: {}, of {}", text.empty() ? "" : "; ", format.name, Names(table),
                        table.program);
  }
  return text;
}

}  // namespace colltune
