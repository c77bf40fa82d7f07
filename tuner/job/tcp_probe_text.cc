#include "tuner/job/tcp_probe_text.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace colltune::tune {
namespace {

std::string AddressText(Ipv4 address) {
  std::array<char, INET_ADDRSTRLEN> text{};
  inet_ntop(AF_INET, &address, text.data(), text.size());
  return text.data();
}

std::string SilenceText(const ListeningHost& host) {
  const bool one = host.ranks.size() == 1;
  return fmt::format("rank{} {} on {} {} not answer", one ? "" : "s", fmt::join(host.ranks, ", "),
                     host.name, one ? "does" : "do");
}

/// Returns the line of one host; empty if all its addresses answer.
std::string HostText(const ListeningHost& host, std::span<const Reply> replies) {
  std::vector<std::string> silent;
  std::vector<std::string> answering;
  bool refused = false;
  for (const Reply& reply : replies) {
    if (reply.error == 0) {
      answering.push_back(AddressText(reply.address));
    } else {
      silent.push_back(
          fmt::format("{} ({})", AddressText(reply.address), std::strerror(reply.error)));
      refused |= reply.error == ECONNREFUSED;
    }
  }
  if (silent.empty()) return "";
  const std::string found = fmt::format("{} at {}", SilenceText(host), fmt::join(silent, " or "));
  if (refused) return fmt::format("{}: the process of rank {} is gone", found, host.ranks.front());
  if (answering.empty()) return found + ": the host, or its link, is down";
  return fmt::format("{}, but at {}: a link is down", found, fmt::join(answering, " and "));
}

}  // namespace

std::vector<std::string> HostsText(std::span<const ListeningHost> hosts,
                                   std::span<const std::vector<Reply>> replies) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    if (std::string line = HostText(hosts[i], replies[i]); !line.empty()) lines.push_back(line);
  }
  const std::string& asking = hosts.front().name;
  if (lines.empty()) {
    lines.push_back(
        fmt::format("{} still reaches all {} hosts: a link stalls, or one between others is down, "
                    "or what was measured hangs",
                    asking, hosts.size()));
  } else if (lines.size() + 1 == hosts.size() && HostText(hosts[0], replies[0]).empty()) {
    lines.push_back(
        fmt::format("{}, which asked, reaches no other host so: it may be {} that is cut "
                    "off",
                    asking, asking));
  }
  return lines;
}

}  // namespace colltune::tune
