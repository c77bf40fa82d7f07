// foreign global|local MODULE: loads a module for all to see, or for itself, and runs it.
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const int scope = strcmp(argv[1], "global") == 0 ? RTLD_GLOBAL : RTLD_LOCAL;
  void* module = dlopen(argv[2], RTLD_NOW | scope);
  int (*run)(void) = module ? (int (*)(void))dlsym(module, "CallAll") : NULL;
  if (!run) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  return run();
}
