// foreign global|local MODULE LIBRARY: loads a module for all to see, or for itself, runs it and
// closes it, twice. Tells whether the library that the module needs was closed with it.
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const int scope = strcmp(argv[1], "global") == 0 ? RTLD_GLOBAL : RTLD_LOCAL;
  for (int time = 0; time < 2; ++time) {
    void* module = dlopen(argv[2], RTLD_NOW | scope);
    int (*run)(void) = module ? (int (*)(void))dlsym(module, "CallAll") : NULL;
    if (!run) {
      fprintf(stderr, "%s\n", dlerror());
      return 1;
    }
    if (run() != 0) return 1;
    dlclose(module);
    fprintf(stderr, "%s\n", dlopen(argv[3], RTLD_LAZY | RTLD_NOLOAD) ? "it stayed" : "it went");
  }
  return 0;
}
