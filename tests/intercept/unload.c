// A library whose destructor calls a given function.
#include <stddef.h>

#include "after_main.h"

static void (*at_unload)(void) = NULL;

void AtUnload(void (*function)(void)) { at_unload = function; }

__attribute__((destructor)) static void Unload(void) {
  if (at_unload != NULL) at_unload();
}
