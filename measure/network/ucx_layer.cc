// UCX directly: tagged messages of UCP between the same processes that MPI connects, which
// exchange the addresses of their workers.
#include "measure/network/layers.h"

#ifndef COLLTUNE_UCX

#include <stdexcept>

#include "algorithms/mpi/built_for.h"

namespace colltune::measure {

std::string WhyNoUcx() {
  if (kBuiltFor.library.simulates) return "the simulator has no UCX";
  return "colltune was built without UCX; install its headers (Debian: libucx-dev) and build again";
}

std::unique_ptr<Layer> MakeUcxLayer(MPI_Comm) { throw std::runtime_error(WhyNoUcx()); }

}  // namespace colltune::measure

#else

#include <fmt/format.h>
#include <ucp/api/ucp.h>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <stdexcept>
#include <vector>

#include "algorithms/mpi/unique.h"

namespace colltune::measure {
namespace {

void CheckUcs(ucs_status_t status, std::string_view what) {
  if (status == UCS_OK) return;
  throw std::runtime_error(fmt::format("UCX: {}: {}", what, ucs_status_string(status)));
}

/// A worker of one thread, and its context.
class Worker {
 public:
  Worker() {
    ucp_config_t* config = nullptr;
    CheckUcs(ucp_config_read(nullptr, nullptr, &config), "configuration");
    ucp_params_t context{};
    context.field_mask = UCP_PARAM_FIELD_FEATURES;
    context.features = UCP_FEATURE_TAG;
    const ucs_status_t status = ucp_init(&context, config, &context_);
    ucp_config_release(config);
    CheckUcs(status, "context");
    ucp_worker_params_t worker{};
    worker.field_mask = UCP_WORKER_PARAM_FIELD_THREAD_MODE;
    worker.thread_mode = UCS_THREAD_MODE_SINGLE;
    const ucs_status_t created = ucp_worker_create(context_, &worker, &worker_);
    if (created != UCS_OK) ucp_cleanup(context_);
    CheckUcs(created, "worker");
  }
  ~Worker() {
    ucp_worker_destroy(worker_);
    ucp_cleanup(context_);
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  ucp_worker_h get() const { return worker_; }

  std::vector<std::byte> Address() const {
    ucp_address_t* address = nullptr;
    std::size_t length = 0;
    CheckUcs(ucp_worker_get_address(worker_, &address, &length), "address");
    const auto* bytes = reinterpret_cast<const std::byte*>(address);
    std::vector<std::byte> copy(bytes, bytes + length);
    ucp_worker_release_address(worker_, address);
    return copy;
  }

  /// Waits for the request of a nonblocking call, and frees it.
  void Finish(ucs_status_ptr_t request) {
    if (request == nullptr) return;  // complete at once
    if (UCS_PTR_IS_ERR(request)) CheckUcs(UCS_PTR_STATUS(request), "message");
    ucs_status_t status = ucp_request_check_status(request);
    for (; status == UCS_INPROGRESS; status = ucp_request_check_status(request)) {
      ucp_worker_progress(worker_);
    }
    ucp_request_free(request);
    CheckUcs(status, "message");
  }

 private:
  ucp_context_h context_ = nullptr;
  ucp_worker_h worker_ = nullptr;
};

class UcxLayer final : public Layer {
 public:
  explicit UcxLayer(MPI_Comm comm) : comm_(comm), self_(RankIn(comm)) { Connect(); }

  ~UcxLayer() override {
    // Other ranks may still wait for data in this rank's endpoints; after the barrier none does.
    try {
      Settle();
    } catch (const std::exception&) {  // the messages are lost, and the process goes on
    }
    PMPI_Barrier(comm_);
    for (const ucp_ep_h endpoint : endpoints_) Close(endpoint);
    PMPI_Barrier(comm_);
  }
  UcxLayer(const UcxLayer&) = delete;
  UcxLayer& operator=(const UcxLayer&) = delete;

  std::string_view name() const override { return "ucx"; }

  void Reserve(Bytes most) override {
    const auto size = static_cast<std::size_t>(most.count);
    if (out_.size() >= size) return;
    out_.resize(size);
    in_.resize(size);
  }

  void Send(Rank to, Bytes bytes) override {
    worker_.Finish(BeginSend(to, kMessage, out_.data(), bytes));
  }
  void Receive(Rank from, Bytes bytes) override {
    worker_.Finish(BeginReceive(from, kMessage, in_.data(), bytes));
  }
  void StartSend(Rank to, Bytes bytes) override {
    sends_.push_back(BeginSend(to, kMessage, out_.data(), bytes));
  }
  void FinishSends(int count) override { FinishOldest(sends_, count); }
  void StartReceive(Rank from, Bytes bytes) override {
    receives_.push_back(BeginReceive(from, kMessage, in_.data(), bytes));
  }
  void FinishReceives(int count) override { FinishOldest(receives_, count); }
  void Signal(Rank to) override { worker_.Finish(BeginSend(to, kSignal, &signal_, Bytes{1})); }
  void AwaitSignal(Rank from) override {
    worker_.Finish(BeginReceive(from, kSignal, &signal_, Bytes{1}));
  }

  void Settle() override {
    const ucp_request_param_t none{};
    worker_.Finish(ucp_worker_flush_nbx(worker_.get(), &none));
  }

 private:
  enum Kind : ucp_tag_t { kMessage = 1, kSignal = 2 };
  static constexpr ucp_tag_t kAllBits = ~ucp_tag_t{0};

  /// Creates an endpoint to each rank. Collective.
  void Connect() {
    const std::vector<std::byte> mine = worker_.Address();
    const auto ranks = static_cast<std::size_t>(SizeOf(comm_));
    const auto length = static_cast<int>(mine.size());
    std::vector<int> lengths(ranks);
    Check(PMPI_Allgather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, comm_));
    std::vector<int> begins(ranks);
    for (std::size_t i = 1; i < ranks; ++i) begins[i] = begins[i - 1] + lengths[i - 1];
    std::vector<std::byte> all(static_cast<std::size_t>(begins.back() + lengths.back()));
    Check(PMPI_Allgatherv(mine.data(), length, MPI_BYTE, all.data(), lengths.data(), begins.data(),
                          MPI_BYTE, comm_));
    endpoints_.resize(ranks);
    for (std::size_t i = 0; i < ranks; ++i) {
      ucp_ep_params_t peer{};
      peer.field_mask = UCP_EP_PARAM_FIELD_REMOTE_ADDRESS;
      peer.address = reinterpret_cast<const ucp_address_t*>(all.data() + begins[i]);
      CheckUcs(ucp_ep_create(worker_.get(), &peer, &endpoints_[i]), "endpoint");
    }
  }

  void Close(ucp_ep_h endpoint) {
    const ucp_request_param_t none{};
    const ucs_status_ptr_t request = ucp_ep_close_nbx(endpoint, &none);
    if (!UCS_PTR_IS_PTR(request)) return;
    while (ucp_request_check_status(request) == UCS_INPROGRESS) ucp_worker_progress(worker_.get());
    ucp_request_free(request);
  }

  static ucp_tag_t Tag(Rank from, Kind kind) {
    constexpr int kKindBits = 2;
    return static_cast<ucp_tag_t>(from) << kKindBits | kind;
  }

  ucs_status_ptr_t BeginSend(Rank to, Kind kind, const std::byte* data, Bytes bytes) {
    const ucp_request_param_t none{};
    return ucp_tag_send_nbx(endpoints_[static_cast<std::size_t>(to)], data,
                            static_cast<std::size_t>(bytes.count), Tag(self_, kind), &none);
  }

  ucs_status_ptr_t BeginReceive(Rank from, Kind kind, std::byte* data, Bytes bytes) {
    const ucp_request_param_t none{};
    return ucp_tag_recv_nbx(worker_.get(), data, static_cast<std::size_t>(bytes.count),
                            Tag(from, kind), kAllBits, &none);
  }

  void FinishOldest(std::deque<ucs_status_ptr_t>& requests, int count) {
    for (int i = 0; i < count; ++i) {
      worker_.Finish(requests.front());
      requests.pop_front();
    }
  }

  const MPI_Comm comm_;
  const Rank self_;
  Worker worker_;
  std::vector<ucp_ep_h> endpoints_;
  std::vector<std::byte> out_;
  std::vector<std::byte> in_;
  std::byte signal_{};
  std::deque<ucs_status_ptr_t> sends_;
  std::deque<ucs_status_ptr_t> receives_;
};

}  // namespace

std::string WhyNoUcx() { return ""; }

std::unique_ptr<Layer> MakeUcxLayer(MPI_Comm comm) { return std::make_unique<UcxLayer>(comm); }

}  // namespace colltune::measure

#endif
