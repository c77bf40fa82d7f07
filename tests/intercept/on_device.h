// Buffers in the memory of stand_in.c's device, which only gpu_aware.c's MPI may touch.
#ifndef COLLTUNE_TESTS_INTERCEPT_ON_DEVICE_H_
#define COLLTUNE_TESTS_INTERCEPT_ON_DEVICE_H_

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void (*touch)(int begins) = NULL;  // NULL where this rank has no device
static void* (*allocate_on_device)(size_t size) = NULL;

// From Touch(1) to Touch(0) the program itself may touch buffers.
static inline void Touch(int begins) {
  if (touch != NULL) touch(begins);
}

static inline void* Allocate(size_t size) {
  if (allocate_on_device != NULL) return allocate_on_device(size);
  return calloc(1, size);
}

static inline void* FindIn(void* library, const char* name) {
  void* const found = dlsym(library, name);
  if (found == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    exit(1);
  }
  return found;
}

static inline void LoadDevice(const char* path) {
  void* const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    exit(1);
  }
  ((void (*)(void))FindIn(library, "StandInInitialize"))();
  touch = (void (*)(int))FindIn(library, "StandInTouch");
  allocate_on_device = (void* (*)(size_t))FindIn(library, "StandInAllocate");
  ((void (*)(void (*)(int)))FindIn(RTLD_DEFAULT, "SetTouch"))(touch);
}

// Returns the rank according to the launcher; 0 if the launcher does not say it.
static inline int EarlyRank(void) {
  const char* const pmi = getenv("PMI_RANK");
  const char* const pmix = getenv("OMPI_COMM_WORLD_RANK");
  return pmi != NULL ? atoi(pmi) : pmix != NULL ? atoi(pmix) : 0;
}

// LoadDevice if `when` is "early" or "late" as in `now`, and `which` is "all" or this rank; see
// semantics.c.
static inline void LoadDeviceIf(char** arguments, const char* now) {
  if (strcmp(arguments[1], now) != 0) return;
  if (strcmp(arguments[2], "all") != 0 && atoi(arguments[2]) != EarlyRank()) return;
  LoadDevice(arguments[3]);
}

#endif  // COLLTUNE_TESTS_INTERCEPT_ON_DEVICE_H_
