#include "tuner/job/tcp_probe.h"

#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>

namespace colltune::tune {
namespace {

/// Most connections at once. A process often may open 1024 files, of which MPI takes some for each
/// peer.
constexpr std::size_t kAtOnce = 256;

sockaddr_in SocketAddress(Ipv4 address, std::uint16_t port) {
  sockaddr_in name{};
  name.sin_family = AF_INET;
  name.sin_port = htons(port);
  name.sin_addr.s_addr = address;
  return name;
}

/// Probe of one address, not yet finished.
struct Call {
  Reply* reply;
  pollfd file;
};

Call Begin(std::uint16_t port, Reply& reply) {
  Call call{&reply, {socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), POLLOUT, 0}};
  const sockaddr_in name = SocketAddress(reply.address, port);
  const bool answered =
      call.file.fd >= 0 &&
      connect(call.file.fd, reinterpret_cast<const sockaddr*>(&name), sizeof name) == 0;
  reply.error = answered ? 0 : errno;
  return call;
}

/// Ends a probe that was answered, or has no time left.
void Finish(Call& call) {
  if (call.reply->error == EINPROGRESS) {
    socklen_t size = sizeof call.reply->error;
    if (call.file.revents == 0) {
      call.reply->error = ETIMEDOUT;
    } else if (getsockopt(call.file.fd, SOL_SOCKET, SO_ERROR, &call.reply->error, &size) != 0) {
      call.reply->error = errno;
    }
  }
  if (call.file.fd >= 0) close(call.file.fd);
}

void Await(std::vector<Call>& calls, Seconds patience) {
  const auto end = std::chrono::steady_clock::now() + patience;
  std::vector<pollfd> files;
  std::vector<Call*> open;
  while (true) {
    files.clear();
    open.clear();
    for (Call& call : calls) {
      if (call.reply->error != EINPROGRESS || call.file.revents != 0) continue;
      open.push_back(&call);
      files.push_back(call.file);
    }
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    if (files.empty() || left.count() <= 0) return;
    if (poll(files.data(), files.size(), static_cast<int>(left.count())) < 0 && errno != EINTR) {
      return;
    }
    for (std::size_t i = 0; i < files.size(); ++i) open[i]->file.revents = files[i].revents;
  }
}

}  // namespace

Listener::Listener() : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  // Connections wait for ever, as no code accepts them. The kernel stops answering when its queue
  // of them is full, so the queue is as long as the system allows.
  if (socket_ < 0 || listen(socket_, SOMAXCONN) != 0) return;
  sockaddr_in name{};
  socklen_t size = sizeof name;
  if (getsockname(socket_, reinterpret_cast<sockaddr*>(&name), &size) == 0) {
    port_ = ntohs(name.sin_port);
  }
}

Listener::~Listener() {
  if (socket_ >= 0) close(socket_);
}

std::vector<Ipv4> OwnAddresses() {
  std::vector<Ipv4> addresses;
  ifaddrs* first = nullptr;
  if (getifaddrs(&first) != 0) return addresses;
  for (const ifaddrs* entry = first; entry != nullptr; entry = entry->ifa_next) {
    if (entry->ifa_addr == nullptr || entry->ifa_addr->sa_family != AF_INET) continue;
    if ((entry->ifa_flags & IFF_LOOPBACK) != 0) continue;
    sockaddr_in name{};
    std::memcpy(&name, entry->ifa_addr, sizeof name);
    addresses.push_back(name.sin_addr.s_addr);
  }
  freeifaddrs(first);
  return addresses;
}

std::vector<std::vector<Reply>> Probe(std::span<const ListeningHost> hosts, Seconds patience) {
  std::vector<std::vector<Reply>> replies;
  for (const ListeningHost& host : hosts) {
    auto& of_host = replies.emplace_back();
    for (const Ipv4 address : host.addresses) of_host.push_back({address, 0});
  }
  std::vector<Call> calls;
  const auto finish = [&] {
    Await(calls, patience);
    std::ranges::for_each(calls, Finish);
    calls.clear();
  };
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    for (Reply& reply : replies[i]) {
      calls.push_back(Begin(hosts[i].port, reply));
      if (calls.size() == kAtOnce) finish();
    }
  }
  finish();
  return replies;
}

void KeepReached(std::vector<ListeningHost>& hosts, Seconds patience) {
  const auto replies = Probe(hosts, patience);
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    hosts[i].addresses.clear();
    for (const Reply& reply : replies[i]) {
      if (reply.error == 0) hosts[i].addresses.push_back(reply.address);
    }
  }
  hosts.erase(std::remove_if(hosts.begin() + 1, hosts.end(),
                             [](const ListeningHost& host) { return host.addresses.empty(); }),
              hosts.end());
}

}  // namespace colltune::tune
