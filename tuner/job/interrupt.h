// Ctrl-C, SIGTERM and a closed terminal (SIGHUP), as something that is asked for: work notices it
// where it can stop in good order. Work that does not notice in time is cut short.
#ifndef COLLTUNE_TUNER_JOB_INTERRUPT_H_
#define COLLTUNE_TUNER_JOB_INTERRUPT_H_

#include <csignal>
#include <stdexcept>
#include <string>

namespace colltune::tune {

/// From now on SIGINT, SIGTERM and SIGHUP do nothing but count, except those that the process was
/// started to ignore (nohup; background jobs of a shell), which it goes on ignoring. Some seconds
/// after the first one SIGALRM ends the process with kInterrupted, if it still runs then: an MPI
/// call that hangs, or a long calculation, must not keep the user waiting. Makes nothing but system
/// calls: may be called before anything is initialised.
void NoteInterrupts();

/// Undoes NoteInterrupts: signals end the process again, and one that has come ends it here.
void LetInterruptsEnd();

/// How many have come.
int Interrupts();

/// The signals that NoteInterrupts took over: a process that blocks them takes them itself, and
/// counts each by CountInterrupt.
sigset_t InterruptSignals();
void CountInterrupt();

/// Sets the text that a process writes to standard error when it is cut short; none before the
/// first call.
void SayWhenCutShort(const std::string& text);
/// Is called then, in a signal handler.
void CallWhenCutShort(void (*action)());

/// Work that was given up because of one.
class Interrupted : public std::runtime_error {
 public:
  Interrupted() : std::runtime_error("interrupted") {}
};

/// Throws Interrupted if any has come: for long calculations of a single rank.
void StopIfInterrupted();

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOB_INTERRUPT_H_
