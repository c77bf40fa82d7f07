// Counts Ctrl-C (SIGINT), SIGTERM and a closed terminal (SIGHUP) as requests to stop. Work checks
// the count where it can stop in good order. Work that does not stop in time is cut short.
#ifndef COLLTUNE_TUNER_JOB_INTERRUPT_H_
#define COLLTUNE_TUNER_JOB_INTERRUPT_H_

#include <csignal>
#include <stdexcept>
#include <string>

namespace colltune::tune {

/// Makes SIGINT, SIGTERM and SIGHUP do nothing but count as interrupts from now on. Signals that
/// the process was started to ignore stay ignored (nohup; background jobs of a shell).
///
/// Some seconds after the first interrupt SIGALRM ends the process with kInterrupted: an MPI call
/// that hangs, or a long calculation, must not keep the user waiting.
///
/// Makes only system calls, so it may be called before anything is initialised.
void NoteInterrupts();

/// Undoes NoteInterrupts: interrupts end the process again. Where one has been counted, raises its
/// signal now.
void LetInterruptsEnd();

/// Returns the number of interrupts so far; in the simulator at most 1.
int Interrupts();

/// The signals that NoteInterrupts took over. A process that blocks these signals takes each one
/// itself, and counts it by CountInterrupt.
sigset_t InterruptSignals();
void CountInterrupt();

/// Sets the text that a process writes to standard error when it is cut short; none before the
/// first call.
void SayWhenCutShort(const std::string& text);
/// Sets a function that is called in a signal handler before the text of SayWhenCutShort is
/// written; nullptr: none.
void CallWhenCutShort(void (*action)());

/// Thrown by work that is given up because of an interrupt.
class Interrupted : public std::runtime_error {
 public:
  Interrupted() : std::runtime_error("interrupted") {}
};

/// Throws Interrupted after any interrupt: for long calculations of a single rank.
void StopIfInterrupted();

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOB_INTERRUPT_H_
