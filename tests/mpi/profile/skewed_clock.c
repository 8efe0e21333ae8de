/* A library to preload: nodes have SKEWED_RANKS_PER_NODE ranks. Their clocks start 5 s apart, and
 * drift apart: the clock of node 1 runs twice as fast as that of node 0. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static int node(void) {
  static int known = -1;
  if (known >= 0) return known;
  const char* rank = getenv("OMPI_COMM_WORLD_RANK");
  if (rank == NULL) rank = getenv("PMI_RANK");
  const char* each = getenv("SKEWED_RANKS_PER_NODE");
  return known = rank == NULL || each == NULL ? 0 : atoi(rank) / atoi(each);
}

int clock_gettime(clockid_t clock, struct timespec* time) {
  static int (*real)(clockid_t, struct timespec*);
  if (real == NULL) *(void**)&real = dlsym(RTLD_NEXT, "clock_gettime");
  const int error = real(clock, time);
  if (error != 0 || clock != CLOCK_MONOTONIC) return error;
  time->tv_nsec *= 1 + node();
  time->tv_sec = time->tv_sec * (1 + node()) + 5 * node() + time->tv_nsec / 1000000000L;
  time->tv_nsec %= 1000000000L;
  return 0;
}
