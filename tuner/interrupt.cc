#include "tuner/interrupt.h"

#include <csignal>

namespace colltune {
namespace {

volatile std::sig_atomic_t interrupts = 0;

extern "C" void Note(int) { interrupts = interrupts + 1; }

}  // namespace

void NoteInterrupts() {
  struct sigaction action = {};
  action.sa_handler = Note;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

int Interrupts() { return interrupts; }

}  // namespace colltune
