// Experiments of many ranks at the same time: two-sided MPI alone.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>

#include "algorithms/mpi/error.h"
#include "measure/network/experiments.h"
#include "measure/network/messages.h"

namespace colltune::measure {
namespace {

constexpr int kMessage = 1;
constexpr int kSignal = 2;
constexpr int kReady = 3;
constexpr int kEnd = 4;
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

/// The messages of all pairs that a rank is in, all under way at once, and one byte back for each
/// pair: no link waits for an answer. To be started before each run.
class Streams {
 public:
  Streams(const std::vector<Pair>& pairs, Bytes bytes, int messages, MPI_Comm comm)
      : bytes_(bytes), messages_(messages), comm_(comm), first_(pairs.front().first) {
    const Rank self = RankIn(comm);
    std::set<Rank> all;
    for (const auto& [from, to] : pairs) {
      if (to == self) senders_.push_back(from);
      if (from == self) receivers_.push_back(to);
      all.insert({from, to});
    }
    all.erase(first_);
    if (self == first_) others_.assign(all.begin(), all.end());
    const std::size_t count =
        static_cast<std::size_t>(messages) * (senders_.size() + receivers_.size());
    buffer_.resize(count * static_cast<std::size_t>(bytes.count));
    requests_.resize(std::max(count, others_.size()));
    signals_.resize(
        std::max({std::size_t{2}, senders_.size() + receivers_.size(), others_.size()}));
  }

  bool TakesPart() const { return !requests_.empty(); }

  /// Posts the receives, and waits until all receivers of this rank have posted theirs.
  void Start() {
    Receive(senders_, bytes_, messages_, kMessage, buffer_);
    std::vector<MPI_Request> told(senders_.size());
    for (std::size_t i = 0; i < senders_.size(); ++i) {
      Check(PMPI_Isend(signals_.data(), 1, MPI_BYTE, senders_[i], kReady, comm_, &told[i]));
    }
    for (const Rank receiver : receivers_) {
      Check(
          PMPI_Recv(signals_.data() + 1, 1, MPI_BYTE, receiver, kReady, comm_, MPI_STATUS_IGNORE));
    }
    Check(PMPI_Waitall(static_cast<int>(told.size()), told.data(), MPI_STATUSES_IGNORE));
  }

  void Run() {
    Send(receivers_, bytes_, messages_, kMessage, buffer_);
    AwaitAll();
    Receive(receivers_, kShort, 1, kSignal, signals_);
    Send(senders_, kShort, 1, kSignal, signals_);
    AwaitAll();
  }

  /// Tells the first rank that this one has all its answers; the first waits for all others.
  void AwaitOthers() {
    if (!others_.empty()) {
      Receive(others_, kShort, 1, kEnd, signals_);
      return AwaitAll();
    }
    Check(PMPI_Send(signals_.data(), 1, MPI_BYTE, first_, kEnd, comm_));
  }

 private:
  /// Begins to receive `messages` from each rank of `from`, one of each after another.
  void Receive(const std::vector<Rank>& from, Bytes bytes, int messages, int tag,
               std::vector<std::byte>& buffer) {
    ForEach(from, bytes, messages, buffer, [&](std::byte* into, Rank peer, MPI_Request* request) {
      return PMPI_Irecv(into, static_cast<int>(bytes.count), MPI_BYTE, peer, tag, comm_, request);
    });
  }

  void Send(const std::vector<Rank>& to, Bytes bytes, int messages, int tag,
            std::vector<std::byte>& buffer) {
    ForEach(to, bytes, messages, buffer, [&](std::byte* out, Rank peer, MPI_Request* request) {
      return PMPI_Isend(out, static_cast<int>(bytes.count), MPI_BYTE, peer, tag, comm_, request);
    });
  }

  template <typename Begin>
  void ForEach(const std::vector<Rank>& peers, Bytes bytes, int messages,
               std::vector<std::byte>& buffer, const Begin& begin) {
    for (int i = 0; i < messages; ++i) {
      for (const Rank peer : peers) {
        std::byte* const place = buffer.data() + begun_ * static_cast<std::size_t>(bytes.count);
        Check(begin(place, peer, &requests_[begun_++]));
      }
    }
  }

  void AwaitAll() {
    Check(PMPI_Waitall(static_cast<int>(begun_), requests_.data(), MPI_STATUSES_IGNORE));
    begun_ = 0;
  }

  const Bytes bytes_;
  const int messages_;
  const MPI_Comm comm_;
  std::vector<Rank> senders_;    // to this rank, in the order of the pairs
  std::vector<Rank> receivers_;  // from this rank
  const Rank first_;
  std::vector<Rank> others_;  // of the first rank: all that take part but itself
  std::vector<std::byte> buffer_;
  std::vector<std::byte> signals_;
  std::vector<MPI_Request> requests_;
  std::size_t begun_ = 0;  // of them
};

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

NetworkSample NetworkExperiments::AtOnce(Experiment experiment, const std::vector<Pair>& pairs,
                                         Bytes bytes) {
  NetworkSample sample{experiment, pairs.front().first, pairs.front().second, bytes};
  for (auto pair = pairs.begin() + 1; pair != pairs.end(); ++pair) {
    sample.others.insert(sample.others.end(), {pair->first, pair->second});
  }
  sample.messages = MessagesOf(sample.from, sample.to, bytes);
  Streams streams(pairs, bytes, sample.messages, comm_);
  const bool awaits_all = experiment == Experiment::kStreamsAtOnce;
  const auto repeat = [&] {
    Check(PMPI_Barrier(comm_));
    if (!streams.TakesPart()) return Seconds{};
    streams.Start();  // ranks leave a barrier at times of their own
    return TimeOf([&] {
      streams.Run();
      if (awaits_all) streams.AwaitOthers();
    });
  };
  const int repetitions = WarmUp(options_.repetitions, repeat);
  return Share(sample, sample.from, TimesOf(repetitions, sample.from, true, repeat));
}

}  // namespace colltune::measure
