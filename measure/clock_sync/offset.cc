#include "measure/clock_sync/offset.h"

#include "algorithms/mpi/error.h"

namespace colltune::measure {
namespace {

constexpr int kTag = 3;

enum Request : char { kRead, kStop };

void Ask(MPI_Comm comm, int server, Request request) {
  const char byte = request;
  Check(PMPI_Send(&byte, 1, MPI_CHAR, server, kTag, comm));
}

}  // namespace

ExchangeRule UntilSmallest(const SyncOptions& options) {
  return {options.patience, options.most_exchanges, options.epsilon};
}

ExchangeRule ForFitPoint(const SyncOptions& options) {
  return {options.fit_exchanges, options.fit_exchanges, options.epsilon};
}

PairOffset MeasureOffset(MPI_Comm comm, int server, const Clock& clock, const ExchangeRule& rule,
                         double drift_bound) {
  OffsetBounds bounds(drift_bound);
  SmallestRoundTrip smallest(rule.patience, rule.epsilon);
  int exchanges = 0;
  for (bool more = true; more;) {
    Exchange exchange;
    exchange.before = clock.Now();
    Ask(comm, server, kRead);
    double remote = 0;
    Check(PMPI_Recv(&remote, 1, MPI_DOUBLE, server, kTag, comm, MPI_STATUS_IGNORE));
    exchange.after = clock.Now();
    exchange.remote = Seconds(remote);
    bounds.Add(exchange);
    ++exchanges;
    more = smallest.WantsMoreAfter(exchange) && exchanges < rule.most;
  }
  Ask(comm, server, kStop);
  return {bounds.Get(), smallest.Get(drift_bound), exchanges};
}

void ServeOffset(MPI_Comm comm, int client, const Clock& clock) {
  for (;;) {
    char request = kStop;
    Check(PMPI_Recv(&request, 1, MPI_CHAR, client, kTag, comm, MPI_STATUS_IGNORE));
    if (request == kStop) return;
    const double now = clock.Now().count();
    Check(PMPI_Send(&now, 1, MPI_DOUBLE, client, kTag, comm));
  }
}

}  // namespace colltune::measure
