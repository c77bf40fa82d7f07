// Experiments of many ranks at the same time: two-sided MPI alone.
#include <algorithm>
#include <cstddef>
#include <optional>

#include "algorithms/mpi/error.h"
#include "measure/network/experiments.h"
#include "measure/network/messages.h"

namespace colltune::measure {
namespace {

constexpr int kMessage = 1;
constexpr int kSignal = 2;
constexpr Bytes kShort{1};

/// The receiver of a linear gather.
class Gatherer {
 public:
  Gatherer(const std::vector<Rank>& senders, Bytes bytes, MPI_Comm comm)
      : senders_(senders),
        bytes_(bytes),
        comm_(comm),
        buffer_(senders.size() * static_cast<std::size_t>(bytes.count)),
        requests_(senders.size()) {}

  void Post() {
    for (std::size_t i = 0; i < senders_.size(); ++i) {
      Check(PMPI_Irecv(buffer_.data() + i * static_cast<std::size_t>(bytes_.count),
                       static_cast<int>(bytes_.count), MPI_BYTE, senders_[i], kMessage, comm_,
                       &requests_[i]));
    }
  }

  void Gather(Messages& signals) {
    for (const Rank sender : senders_) signals.Send(sender, kShort, kSignal);
    Check(PMPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE));
  }

 private:
  const std::vector<Rank>& senders_;
  const Bytes bytes_;
  const MPI_Comm comm_;
  std::vector<std::byte> buffer_;
  std::vector<MPI_Request> requests_;
};

/// A pair's messages, all under way at once, and one byte back: no link waits for an answer.
class Stream {
 public:
  Stream(const Pair& pair, Bytes bytes, int messages, MPI_Comm comm)
      : pair_(pair),
        bytes_(bytes),
        comm_(comm),
        buffer_(static_cast<std::size_t>(messages) * static_cast<std::size_t>(bytes.count)),
        requests_(static_cast<std::size_t>(messages)) {}

  void Run(Messages& messages) {
    const auto [from, to] = pair_;
    const bool sends = messages.self() == from;
    std::byte* buffer = buffer_.data();
    for (MPI_Request& request : requests_) {
      const auto count = static_cast<int>(bytes_.count);
      Check(sends ? PMPI_Isend(buffer, count, MPI_BYTE, to, kMessage, comm_, &request)
                  : PMPI_Irecv(buffer, count, MPI_BYTE, from, kMessage, comm_, &request));
      buffer += count;
    }
    Check(PMPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE));
    if (sends) {
      messages.Receive(to, kShort, kSignal);
    } else {
      messages.Send(from, kShort, kSignal);
    }
  }

 private:
  const Pair pair_;
  const Bytes bytes_;
  const MPI_Comm comm_;
  std::vector<std::byte> buffer_;
  std::vector<MPI_Request> requests_;
};

std::optional<Pair> OwnPair(const std::vector<Pair>& pairs, Rank self) {
  const auto found = std::ranges::find_if(
      pairs, [self](const Pair& p) { return p.first == self || p.second == self; });
  return found == pairs.end() ? std::nullopt : std::optional(*found);
}

}  // namespace

NetworkSample NetworkExperiments::ManyToOne(const std::vector<Rank>& senders, Rank to,
                                            Bytes bytes) {
  NetworkSample sample{Experiment::kManyToOne, senders.back(), to, bytes};
  sample.others.assign(senders.begin(), senders.end() - 1);
  Messages messages(comm_);
  messages.Reserve(std::max(bytes, kShort));
  const bool sends = std::ranges::count(senders, self_) > 0;
  std::optional<Gatherer> gatherer;
  if (self_ == to) gatherer.emplace(senders, bytes, comm_);
  const auto repeat = [&] {
    Seconds time{};
    if (gatherer) {
      gatherer->Post();
      time = TimeOf([&] { gatherer->Gather(messages); });
    } else if (sends) {
      messages.Receive(to, kShort, kSignal);
      messages.Send(to, bytes, kMessage);
    }
    return time;
  };
  const int repetitions = WarmUp(options_.repetitions, repeat);
  return Share(sample, to, TimesOf(repetitions, to, true, repeat));
}

NetworkSample NetworkExperiments::PairsAtOnce(const std::vector<Pair>& pairs, Bytes bytes) {
  NetworkSample sample{Experiment::kPairsAtOnce, pairs.front().first, pairs.front().second, bytes};
  for (auto pair = pairs.begin() + 1; pair != pairs.end(); ++pair) {
    sample.others.insert(sample.others.end(), {pair->first, pair->second});
  }
  Messages messages(comm_);
  messages.Reserve(std::max(bytes, kShort));
  sample.messages = MessagesOf(sample.from, sample.to, bytes);
  std::optional<Stream> stream;
  if (const auto mine = OwnPair(pairs, self_)) stream.emplace(*mine, bytes, sample.messages, comm_);
  const auto repeat = [&] {
    Check(PMPI_Barrier(comm_));
    return stream ? TimeOf([&] { stream->Run(messages); }) : Seconds{};
  };
  const int repetitions = WarmUp(options_.repetitions, repeat);
  return Share(sample, sample.from, TimesOf(repetitions, sample.from, true, repeat));
}

}  // namespace colltune::measure
