// Two-sided MPI.
#include <cstddef>
#include <vector>

#include "algorithms/mpi/error.h"
#include "measure/network/layer.h"

namespace colltune::measure {
namespace {

constexpr int kMessage = 1;
constexpr int kSignal = 2;

/// Requests in the order in which they were begun.
class Requests {
 public:
  MPI_Request* Add() { return &all_.emplace_back(MPI_REQUEST_NULL); }

  void Finish(int count) {
    Check(PMPI_Waitall(count, all_.data() + done_, MPI_STATUSES_IGNORE));
    done_ += static_cast<std::size_t>(count);
    if (done_ < all_.size()) return;
    all_.clear();
    done_ = 0;
  }

 private:
  std::vector<MPI_Request> all_;
  std::size_t done_ = 0;
};

class MpiLayer final : public Layer {
 public:
  explicit MpiLayer(MPI_Comm comm) : comm_(comm) {}

  std::string_view name() const override { return "mpi"; }

  void Reserve(Bytes most) override {
    const auto size = static_cast<std::size_t>(most.count);
    if (out_.size() >= size) return;
    out_.resize(size);
    in_.resize(size);
  }

  void Send(Rank to, Bytes bytes) override {
    Check(PMPI_Send(out_.data(), Count(bytes), MPI_BYTE, to, kMessage, comm_));
  }

  void Receive(Rank from, Bytes bytes) override {
    Check(PMPI_Recv(in_.data(), Count(bytes), MPI_BYTE, from, kMessage, comm_, MPI_STATUS_IGNORE));
  }

  void StartSend(Rank to, Bytes bytes) override {
    Check(PMPI_Isend(out_.data(), Count(bytes), MPI_BYTE, to, kMessage, comm_, sends_.Add()));
  }

  void FinishSends(int count) override { sends_.Finish(count); }

  void StartReceive(Rank from, Bytes bytes) override {
    Check(PMPI_Irecv(in_.data(), Count(bytes), MPI_BYTE, from, kMessage, comm_, receives_.Add()));
  }

  void FinishReceives(int count) override { receives_.Finish(count); }

  void Signal(Rank to) override { Check(PMPI_Send(&signal_, 1, MPI_BYTE, to, kSignal, comm_)); }

  void AwaitSignal(Rank from) override {
    Check(PMPI_Recv(&signal_, 1, MPI_BYTE, from, kSignal, comm_, MPI_STATUS_IGNORE));
  }

 private:
  static int Count(Bytes bytes) { return static_cast<int>(bytes.count); }

  const MPI_Comm comm_;
  std::vector<std::byte> out_;
  std::vector<std::byte> in_;
  std::byte signal_{};
  Requests sends_;
  Requests receives_;
};

}  // namespace

std::unique_ptr<Layer> MakeMpiLayer(MPI_Comm comm) { return std::make_unique<MpiLayer>(comm); }

}  // namespace colltune::measure
