// blockpoll.so (LD_PRELOAD): an idle Open MPI rank sleeps in the kernel instead of polling, so that
// many ranks can share few cores. With mpi_yield_when_idle=1, opal_progress calls sched_yield()
// when it has nothing to do. The next poll() or epoll_wait() of that thread with a timeout of zero
// then blocks for up to BLOCKPOLL_US microseconds.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
static __thread int idle;
static long us = 500, spins = 2;
__attribute__((constructor)) static void init(void) {
  const char* e = getenv("BLOCKPOLL_US");
  if (e) us = atol(e);
  e = getenv("BLOCKPOLL_SPINS");
  if (e) spins = atol(e);
  prctl(PR_SET_TIMERSLACK, 1000);
  // Linux >= 6.12: with a short EEVDF slice (100 us) a woken rank preempts a busy process at once.
  struct {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t prio;
    uint64_t runtime, deadline, period;
  } a = {0};
  if (syscall(SYS_sched_getattr, 0, &a, sizeof a, 0) == 0 && a.policy == 0) {
    a.size = sizeof a;
    a.runtime = 100000;
    a.deadline = a.period = 0;
    syscall(SYS_sched_setattr, 0, &a, 0);
  }
}
int sched_yield(void) {
  if (us <= 0) return (int)syscall(SYS_sched_yield);
  idle++;
  return 0;
}
int poll(struct pollfd* f, nfds_t n, int t) {
  if (t == 0 && idle > spins && us > 0) {
    struct timespec ts = {0, us * 1000};
    int r = ppoll(f, n, &ts, NULL);
    if (r != 0) idle = 0;
    return r;
  }
  if (t >= 0) {
    struct timespec ts = {t / 1000, t % 1000 * 1000000L};
    int r = ppoll(f, n, &ts, NULL);
    if (r) idle = 0;
    return r;
  }
  return ppoll(f, n, NULL, NULL);
}
int epoll_wait(int ep, struct epoll_event* ev, int n, int t) {
  if (t == 0 && idle > spins && us > 0) {
    struct timespec ts = {0, us * 1000};
    int r = epoll_pwait2(ep, ev, n, &ts, NULL);
    if (r != 0) idle = 0;
    return r;
  }
  int r = epoll_pwait(ep, ev, n, t, NULL);
  if (r) idle = 0;
  return r;
}
