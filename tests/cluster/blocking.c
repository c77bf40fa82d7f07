// libblocking.so, to be preloaded into MPICH's ranks where there are many more of them than
// processors: ranks that wait sleep until something comes.
//
// MPICH waits by calling UCX's progress function in a loop. This one goes before UCX's, and when a
// number of calls have found nothing it waits for the events that UCX's wake-up feature announces.
// No MPI function is touched, so that it stacks with libraries that intercept those.
//
// MPI_Finalize of MPICH 4.0.2 over TCP hangs now and then: a rank waits for connections to be
// closed that a peer opened late, while that peer has gone on to where it makes no progress any
// more. Here each rank first goes on for a while, for what others wait for, and then leaves the
// connections to the end of the process.
#ifdef COLLTUNE_UCX  // else there is nothing to go before
#define _GNU_SOURCE
#include <dlfcn.h>
#include <poll.h>
#include <stddef.h>
#include <time.h>
#include <ucp/api/ucp.h>

// Calls in a row that find nothing: what comes soon is found sooner by looking.
static const int kIdleCalls = 20;
// What else a rank may have to look at is looked at as often as that.
static const struct timespec kLongestSleep = {0, 1000000};  // ns
static const double kLastProgress = 50;                     // ms

#define NEXT(function) ((__typeof__(&function))dlsym(RTLD_NEXT, #function))

static ucp_worker_h last_worker;

ucs_status_t ucp_init_version(unsigned major, unsigned minor, const ucp_params_t* params,
                              const ucp_config_t* config, ucp_context_h* context) {
  ucp_params_t own = *params;
  own.features |= UCP_FEATURE_WAKEUP;
  return NEXT(ucp_init_version)(major, minor, &own, config, context);
}

// Until the worker has an event, or for a little while.
static void Sleep(ucp_worker_h worker) {
  static __typeof__(&ucp_worker_get_efd) get_efd;
  static __typeof__(&ucp_worker_arm) arm;
  if (!get_efd) get_efd = NEXT(ucp_worker_get_efd);
  if (!arm) arm = NEXT(ucp_worker_arm);
  struct pollfd event = {-1, POLLIN, 0};
  // Not for a worker that cannot be woken, nor where something has come meanwhile.
  if (get_efd(worker, &event.fd) != UCS_OK || arm(worker) != UCS_OK) return;
  ppoll(&event, 1, &kLongestSleep, NULL);
}

unsigned ucp_worker_progress(ucp_worker_h worker) {
  static __typeof__(&ucp_worker_progress) next;
  static __thread int idle;
  if (!next) next = NEXT(ucp_worker_progress);
  last_worker = worker;
  const unsigned events = next(worker);
  if (events > 0) {
    idle = 0;
  } else if (++idle > kIdleCalls) {
    Sleep(worker);
  }
  return events;
}

static double Milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

// What MPICH calls in MPI_Finalize for each of its connections.
ucs_status_ptr_t ucp_disconnect_nb(ucp_ep_h endpoint) {
  static double end;
  (void)endpoint;
  if (end == 0) end = Milliseconds() + kLastProgress;
  while (last_worker && Milliseconds() < end) ucp_worker_progress(last_worker);
  return NULL;
}
#endif
