// Cost of a preload for each process: starts ROUNDS LIBRARY COMMAND [ARGUMENT...]
//
// Starts the command ROUNDS times without and with the library in LD_PRELOAD, in turns. Prints two
// lines: one of the time from start to end, one of processor time, which a busy machine changes
// less. Each line has the median without the library, and the median and 99th percentile of the
// extra time with it over the process before it, all in milliseconds.
#define _GNU_SOURCE
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>

extern char** environ;

static double Milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

typedef struct {
  double elapsed, busy;
} Times;

static double Seconds(struct timeval time) {
  return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

static Times Run(char** command) {
  const double begin = Milliseconds();
  pid_t child = 0;
  int status = -1;
  struct rusage usage;
  if (posix_spawnp(&child, command[0], NULL, NULL, command, environ) != 0 ||
      wait4(child, &status, 0, &usage) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    fprintf(stderr, "%s fails\n", command[0]);
    exit(1);
  }
  return (Times){Milliseconds() - begin, (Seconds(usage.ru_utime) + Seconds(usage.ru_stime)) * 1e3};
}

static int Compare(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static double Percentile(double* values, int count, int percent) {
  qsort(values, (size_t)count, sizeof *values, Compare);
  return values[(count - 1) * percent / 100];
}

enum { kElapsed, kBusy, kTimes };
enum { kWithout, kWith, kCases };

int main(int argc, char** argv) {
  const int rounds = argc > 3 ? atoi(argv[1]) : 0;
  if (rounds <= 0) return 2;
  static const char* const kNames[] = {"elapsed", "processor"};
  double* times[kTimes][kCases];
  for (int i = 0; i < kTimes * kCases; ++i) {
    times[i / kCases][i % kCases] = malloc((size_t)rounds * sizeof(double));
  }
  for (int i = -1; i < rounds; ++i) {  // the first round reads files that are not in memory yet
    const int to = i < 0 ? 0 : i;
    for (int which = 0; which < kCases; ++which) {
      unsetenv("LD_PRELOAD");
      if (which == kWith) setenv("LD_PRELOAD", argv[2], 1);
      const Times took = Run(argv + 3);
      times[kElapsed][which][to] = took.elapsed;
      times[kBusy][which][to] = took.busy;
    }
    for (int time = 0; time < kTimes; ++time) times[time][kWith][to] -= times[time][kWithout][to];
  }
  for (int time = 0; time < kTimes; ++time) {
    printf("%-10s %9.2f %9.2f %9.2f\n", kNames[time], Percentile(times[time][kWithout], rounds, 50),
           Percentile(times[time][kWith], rounds, 50), Percentile(times[time][kWith], rounds, 99));
  }
  return 0;
}
