// Stands for an MPI library that colltune was not built for, as Open MPI is for MPICH: its handles
// are as wide as pointers. It records the arguments of each call.
#include <string.h>

#include "foreign.h"

const char* foreign_name = "";
long foreign_arguments[kMostArguments];

#define DEFINE(NAME, ARGUMENTS)                                 \
  long NAME(WORDS_##ARGUMENTS) {                                \
    const long given[] = {NAMES_##ARGUMENTS};                   \
    memset(foreign_arguments, 0, sizeof foreign_arguments);     \
    memcpy(foreign_arguments, given, ARGUMENTS * sizeof(long)); \
    foreign_name = #NAME;                                       \
    return (long)&foreign_arguments[ARGUMENTS];                 \
  }
FOR_EACH(DEFINE)
