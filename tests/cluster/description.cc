#include "tests/cluster/description.h"

#include <fmt/format.h>

#include <limits>
#include <map>
#include <numeric>

#include "profiles/yaml/yaml_value.h"
#include "tests/cluster/quantity.h"

namespace colltune::cluster {
namespace {

constexpr int kMostHosts = 64;            // a host's number is one byte of an address
constexpr std::size_t kLongestName = 12;  // and a number: the longest name of an interface
constexpr char kAll[] = "all";

/// The hosts that each name stands for: one host, a group of hosts, or all.
using Names = std::map<std::string, std::vector<int>>;

void CheckName(const YamlValue& name) {
  const std::string& text = ToText(name, "the name of hosts");
  if (!text.empty() && text.size() <= kLongestName && text.front() != '-' &&
      text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos) {
    return;
  }
  throw YamlError(name.line, fmt::format("'{}' cannot name hosts: only 1 to {} of a-z, 0-9 and -",
                                         text, kLongestName));
}

void ReadRate(const YamlValue* value, std::string_view what, Rate& rate) {
  if (value) rate = ToRate(*value, what);
}

void ReadTime(const YamlValue* value, std::string_view what, Nanoseconds& time) {
  if (value) time = ToTime(*value, what);
}

/// Adds the hosts of one entry of `hosts`.
void AddHosts(const YamlValue& name, const YamlValue& value, Description& cluster, Names& names) {
  CheckName(name);
  const Fields fields(value, "a group of hosts", {"count", "latency", "rate", "up", "down"});
  Host host;
  ReadTime(fields.Find("latency"), "latency", host.latency);
  ReadRate(fields.Find("rate"), "rate", host.up);
  host.down = host.up;
  ReadRate(fields.Find("up"), "up", host.up);
  ReadRate(fields.Find("down"), "down", host.down);
  const YamlValue* const count = fields.Find("count");
  const auto hosts = count ? ToInteger(*count, "count", 1, kMostHosts) : 1;
  std::vector<int> group;
  for (int i = 1; i <= hosts; ++i) {
    host.name = count ? name.text + std::to_string(i) : name.text;
    group.push_back(static_cast<int>(cluster.hosts.size()));
    const bool is_new = names.try_emplace(host.name, std::vector{group.back()}).second;
    if (!is_new) throw YamlError(name.line, fmt::format("a second host '{}'", host.name));
    cluster.hosts.push_back(host);
  }
  if (count && !names.try_emplace(name.text, group).second) {
    throw YamlError(name.line, fmt::format("'{}' is also the name of a host", name.text));
  }
}

Names ReadHosts(const YamlValue& value, Description& cluster) {
  if (value.kind != YamlValue::Kind::kMapping || value.items.empty()) {
    throw YamlError(value.line, "hosts is not a mapping of names to hosts");
  }
  Names names = {{kAll, {}}};
  for (std::size_t i = 0; i < value.items.size(); i += 2) {
    AddHosts(value.items[i], value.items[i + 1], cluster, names);
  }
  if (cluster.hosts.size() > kMostHosts) {
    throw YamlError(value.line, fmt::format("{} hosts are more than the {} that can be emulated",
                                            cluster.hosts.size(), kMostHosts));
  }
  names[kAll].resize(cluster.hosts.size());
  std::iota(names[kAll].begin(), names[kAll].end(), 0);
  return names;
}

const std::vector<int>& HostsOf(const YamlValue& value, const Names& names) {
  const auto found = names.find(ToText(value, "the end of a link"));
  if (found != names.end()) return found->second;
  throw YamlError(value.line,
                  fmt::format("no host and no group of hosts is called '{}'", value.text));
}

/// Adds one direction of a link.
void Join(const YamlValue& from, const YamlValue& to, const Link& link, const Names& names,
          Description& cluster) {
  const auto index = static_cast<int>(cluster.links.size());
  cluster.links.push_back(link);
  for (const int i : HostsOf(from, names)) {
    for (const int j : HostsOf(to, names)) cluster.link_of[i * cluster.hosts.size() + j] = index;
  }
}

/// Adds a link. Fields of this entry of `links` override those of the default link.
void AddLink(const YamlValue& value, const Names& names, Description& cluster) {
  const Fields fields(value, "a link", {"between", "from", "to", "latency", "jitter", "rate"});
  Link link = cluster.links.front();
  ReadTime(fields.Find("latency"), "latency", link.latency);
  ReadTime(fields.Find("jitter"), "jitter", link.jitter);
  ReadRate(fields.Find("rate"), "rate", link.rate);
  const YamlValue* const between = fields.Find("between");
  if (!between) return Join(fields.Get("from"), fields.Get("to"), link, names, cluster);
  if (fields.Find("from") || fields.Find("to")) {
    throw YamlError(value.line, "a link is between two, or from one to another, not both");
  }
  const std::vector<YamlValue>& ends = ToList(*between, "between");
  if (ends.size() != 2) throw YamlError(between->line, "a link is between two names");
  Join(ends[0], ends[1], link, names, cluster);
  // Within one group both directions are one line.
  if (ends[0].text != ends[1].text) Join(ends[1], ends[0], link, names, cluster);
}

Link ReadDefault(const YamlValue* value) {
  Link link;
  if (!value) return link;
  const Fields fields(*value, "link", {"latency", "jitter"});
  ReadTime(fields.Find("latency"), "latency", link.latency);
  ReadTime(fields.Find("jitter"), "jitter", link.jitter);
  return link;
}

Description Read(const YamlValue& root) {
  const Fields fields(root, "a cluster", {"hosts", "link", "links", "mtu", "seed"});
  Description cluster;
  const Names names = ReadHosts(fields.Get("hosts"), cluster);
  cluster.links = {ReadDefault(fields.Find("link"))};
  cluster.link_of.resize(cluster.hosts.size() * cluster.hosts.size());
  if (const YamlValue* const links = fields.Find("links")) {
    for (const YamlValue& link : ToList(*links, "links")) AddLink(link, names, cluster);
  }
  if (const YamlValue* const mtu = fields.Find("mtu")) {
    cluster.mtu = static_cast<int>(ToInteger(*mtu, "mtu", 576, 65000));
  }
  if (const YamlValue* const seed = fields.Find("seed")) {
    cluster.seed = ToInteger(*seed, "seed", 0, std::numeric_limits<std::int64_t>::max());
  }
  return cluster;
}

}  // namespace

Description ParseDescription(const std::string& text, const std::string& file) {
  try {
    return Read(ParseYaml(text));
  } catch (const YamlError& error) {
    throw DescriptionError(fmt::format("{}:{}: {}", file, error.line(), error.what()));
  }
}

}  // namespace colltune::cluster
