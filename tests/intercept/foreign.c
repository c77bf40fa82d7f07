// foreign global|local|jump|early MODULE LIBRARY: loads a module for all to see, or for itself, runs
// it and closes it, twice. Tells whether the library that the module needs was closed with it.
//
// jump and early load the module for itself, and call MPI from this program, which is not linked
// with MPI: so a call looks that a function of the module jumps to at its end. jump calls
// MPI_Finalize after another call of the module; early calls it before all others.
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static int CallFinalize(void* module) {
  long (*finalize)(void) = (long (*)(void))dlsym(RTLD_DEFAULT, "MPI_Finalize");
  if (!finalize) finalize = (long (*)(void))dlsym(module, "MPI_Finalize");
  const char** name = (const char**)dlsym(module, "foreign_name");
  if (!finalize || !name) return 1;
  finalize();
  return puts(*name) < 0;
}

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const int scope = strcmp(argv[1], "global") == 0 ? RTLD_GLOBAL : RTLD_LOCAL;
  for (int time = 0; time < 2; ++time) {
    void* module = dlopen(argv[2], RTLD_NOW | scope);
    int (*run)(void) = module ? (int (*)(void))dlsym(module, "CallAll") : NULL;
    long (*call_one)(void) = module ? (long (*)(void))dlsym(module, "CallOne") : NULL;
    if (!run || !call_one) {
      fprintf(stderr, "%s\n", dlerror());
      return 1;
    }
    if (strcmp(argv[1], "jump") == 0) call_one();
    if (scope == RTLD_LOCAL && strcmp(argv[1], "local") != 0 && CallFinalize(module)) return 1;
    if (run() != 0) return 1;
    dlclose(module);
    fprintf(stderr, "%s\n", dlopen(argv[3], RTLD_LAZY | RTLD_NOLOAD) ? "it stayed" : "it went");
  }
  return 0;
}
