// libblocking.so, to be preloaded into MPICH's ranks where they are many more than the processors:
// ranks that wait sleep until an event comes.
//
// MPICH waits by calling UCX's progress function in a loop. This file's function replaces UCX's and
// calls it. When several calls in a row have found nothing, it waits for the events that UCX's
// wake-up feature announces. No MPI function is replaced, so that the library stacks with libraries
// that intercept those.
//
// MPI_Finalize of MPICH 4.0.2 over TCP hangs now and then: a rank waits until connections are
// closed that a peer opened late, while the peer no longer makes progress. Here each rank first
// makes progress for a while, which other ranks may wait for. Then it leaves its connections open
// until the process ends.
#ifdef COLLTUNE_UCX  // else there is nothing to go before
#define _GNU_SOURCE
#include <dlfcn.h>
#include <poll.h>
#include <stddef.h>
#include <time.h>
#include <ucp/api/ucp.h>

// Calls in a row that find nothing before a rank sleeps: polling finds soon events sooner.
static const int kIdleCalls = 20;
// A rank may also wait for other things than events: it looks for them at least this often.
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

// Sleeps until the worker has an event, or at most kLongestSleep.
static void Sleep(ucp_worker_h worker) {
  static __typeof__(&ucp_worker_get_efd) get_efd;
  static __typeof__(&ucp_worker_arm) arm;
  if (!get_efd) get_efd = NEXT(ucp_worker_get_efd);
  if (!arm) arm = NEXT(ucp_worker_arm);
  struct pollfd event = {-1, POLLIN, 0};
  // Does not sleep if the worker cannot be woken, or if an event has come meanwhile.
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

// MPICH calls this function in MPI_Finalize for each of its connections.
ucs_status_ptr_t ucp_disconnect_nb(ucp_ep_h endpoint) {
  static double end;
  (void)endpoint;
  if (end == 0) end = Milliseconds() + kLastProgress;
  while (last_worker && Milliseconds() < end) ucp_worker_progress(last_worker);
  return NULL;
}
#endif
