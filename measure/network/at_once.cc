// Experiments of many ranks at the same time: two-sided MPI alone.
#include <algorithm>
#include <cstddef>
#include <optional>

#include "algorithms/mpi/error.h"
#include "measure/network/experiments.h"
#include "measure/network/messages.h"

namespace colltune {
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

/// One message there, one byte back.
void Exchange(const Pair& pair, Bytes bytes, Messages& messages) {
  const auto [from, to] = pair;
  if (messages.self() == from) {
    messages.Send(to, bytes, kMessage);
    messages.Receive(to, kShort, kSignal);
  } else {
    messages.Receive(from, bytes, kMessage);
    messages.Send(from, kShort, kSignal);
  }
}

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
  std::vector<Seconds> times;
  std::optional<Gatherer> gatherer;
  if (self_ == to) gatherer.emplace(senders, bytes, comm_);
  for (int i = 0; i <= options_.repetitions; ++i) {
    if (gatherer) {
      gatherer->Post();
      const Seconds time = TimeOf([&] { gatherer->Gather(messages); });
      if (i > 0) times.push_back(time);
    } else if (sends) {
      messages.Receive(to, kShort, kSignal);
      messages.Send(to, bytes, kMessage);
    }
  }
  return Share(sample, to, times);
}

NetworkSample NetworkExperiments::PairsAtOnce(const std::vector<Pair>& pairs, Bytes bytes) {
  NetworkSample sample{Experiment::kPairsAtOnce, pairs.front().first, pairs.front().second, bytes};
  for (auto pair = pairs.begin() + 1; pair != pairs.end(); ++pair) {
    sample.others.insert(sample.others.end(), {pair->first, pair->second});
  }
  Messages messages(comm_);
  messages.Reserve(std::max(bytes, kShort));
  const std::optional<Pair> mine = OwnPair(pairs, self_);
  const int row = MessagesOf(bytes);
  std::vector<Seconds> times;
  for (int i = 0; i <= options_.repetitions; ++i) {
    Check(PMPI_Barrier(comm_));
    if (!mine) continue;
    Exchange(*mine, bytes, messages);
    const Seconds time = TimeOf([&] {
      for (int k = 0; k < row; ++k) Exchange(*mine, bytes, messages);
    });
    Exchange(*mine, bytes, messages);
    if (i > 0) times.push_back(time / row);
  }
  return Share(sample, sample.from, times);
}

}  // namespace colltune
