// Ctrl-C and SIGTERM, as something that is asked for and not something that happens.
#ifndef COLLTUNE_TUNER_INTERRUPT_H_
#define COLLTUNE_TUNER_INTERRUPT_H_

#include <stdexcept>

namespace colltune {

/// From now on SIGINT and SIGTERM do nothing but count.
void NoteInterrupts();

/// How many have come.
int Interrupts();

/// Work that was given up because of one.
class Interrupted : public std::runtime_error {
 public:
  Interrupted() : std::runtime_error("interrupted") {}
};

}  // namespace colltune

#endif  // COLLTUNE_TUNER_INTERRUPT_H_
