#include "tuner/job/interrupt.h"

#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "algorithms/mpi/built_for.h"
#include "tuner/job/exit_code.h"

namespace colltune::tune {
namespace {

constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};

/// Time from the first interrupt to the end. Users wait for 5 s at most, of which the launcher
/// needs a part to clean up after ranks that are cut short.
constexpr unsigned kPatience = 3;  // s

volatile std::sig_atomic_t interrupts = 0;
volatile std::sig_atomic_t last_signal = 0;

// Read by a signal handler.
std::array<char, 8192> last_words{};
volatile std::sig_atomic_t last_words_length = 0;
void (*volatile before_end)() = nullptr;

extern "C" void Note(int signal) {
  if (interrupts == 0) alarm(kPatience);
  interrupts = interrupts + 1;
  last_signal = signal;
}

extern "C" void CutShort(int /*signal*/) {
  if (before_end != nullptr) before_end();
  [[maybe_unused]] const ssize_t written =
      write(STDERR_FILENO, last_words.data(), static_cast<std::size_t>(last_words_length));
  _exit(kInterrupted);
}

/// Signals of kSignals that the process was started to ignore, as first seen. Libraries below MPI
/// take over SIGHUP, ignored or not.
std::array<bool, kSignals.size()> ignored{};
bool is_seen = false;

void SeeWhatIsIgnored() {
  for (std::size_t i = 0; i < kSignals.size() && !is_seen; ++i) {
    struct sigaction action = {};
    sigaction(kSignals[i], nullptr, &action);
    ignored[i] = action.sa_handler == SIG_IGN;
  }
  is_seen = true;
}

void Handle(int signal, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigaction(signal, &action, nullptr);
}

}  // namespace

void NoteInterrupts() {
  SeeWhatIsIgnored();
  Handle(SIGALRM, CutShort);
  for (std::size_t i = 0; i < kSignals.size(); ++i)
    Handle(kSignals[i], ignored[i] ? SIG_IGN : Note);
}

void LetInterruptsEnd() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    Handle(kSignals[i], ignored[i] ? SIG_IGN : SIG_DFL);
  }
  alarm(0);
  Handle(SIGALRM, SIG_DFL);
  if (interrupts > 0) std::raise(last_signal);
}

int Interrupts() {
  if (!kBuiltFor.library.simulates) return interrupts;
  // Each rank is a copy of the program in one process, with variables of its own. A signal reaches
  // only the handler that was installed last, but all ranks see that the handler's alarm runs.
  itimerval alarm{};
  getitimer(ITIMER_REAL, &alarm);
  return alarm.it_value.tv_sec > 0 || alarm.it_value.tv_usec > 0 ? 1 : 0;
}

sigset_t InterruptSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    if (!ignored[i]) sigaddset(&signals, kSignals[i]);
  }
  return signals;
}

void CountInterrupt() { interrupts = interrupts + 1; }

void SayWhenCutShort(const std::string& text) {
  last_words_length = 0;
  const std::size_t length = std::min(text.size(), last_words.size());
  std::copy_n(text.begin(), length, last_words.begin());
  last_words_length = static_cast<std::sig_atomic_t>(length);
}

void CallWhenCutShort(void (*action)()) { before_end = action; }

void StopIfInterrupted() {
  if (Interrupts() > 0) throw Interrupted();
}

}  // namespace colltune::tune
