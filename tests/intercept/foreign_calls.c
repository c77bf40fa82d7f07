// A module that was linked with another MPI library, such as one for Python. Calls all functions of
// that library twice, since the second call uses the address that the first has found. Tells
// whether all arguments arrived.
#include <stdio.h>
#include <string.h>

#include "foreign.h"

static long call;

// NOLINTNEXTLINE(bugprone-macro-parentheses): digits
#define V(INDEX) ((call << 40) + ((long)INDEX << 33) + 0x1f0000000 + INDEX)

long CallOne(void) { return 1 + MPI_Barrier(0); }

int CallAll(void) {
  int right = 0, wrong = 0;
  for (int time = 0; time < 2; ++time) {
#define CALL(NAME, ARGUMENTS)                                                                \
  {                                                                                          \
    ++call;                                                                                  \
    const long expected[kMostArguments] = {VALUES_##ARGUMENTS};                              \
    const long result = NAME(VALUES_##ARGUMENTS);                                            \
    if (strcmp(foreign_name, #NAME) == 0 && result == (long)&foreign_arguments[ARGUMENTS] && \
        memcmp(foreign_arguments, expected, sizeof expected) == 0) {                         \
      ++right;                                                                               \
    } else {                                                                                 \
      ++wrong;                                                                               \
      printf("%s: other arguments or another result\n", #NAME);                              \
    }                                                                                        \
  }
    FOR_EACH(CALL)
  }
  printf("%d calls arrived\n", right);
  return wrong != 0;
}
