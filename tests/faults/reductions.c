/* Random reductions with a fault in the middle. Checks every element of every result, and uses only
 * MPI.
 *
 *     reductions PHASE [FAULT]
 *
 * PHASE selects the calls: `set-up` (the first calls on many communicators), `short` or `long`
 * vectors. FAULT is what happens to the last rank after some calls; see faults[]. Every rank prints
 * "rank R is right" at the end. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "reported_errors.h"

enum { most_elements = 40000, rounds = 120, round_of_fault = 40 };

static int rank;
static int size;
static unsigned long long random_state = 1;
static volatile sig_atomic_t signals;

/* Gives the same numbers on all ranks. */
static unsigned draw(unsigned below) {
  random_state = random_state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (unsigned)(random_state >> 33U) % below;
}

/* What faults do ----------------------------------------------------------------------------- */

static volatile sig_atomic_t is_to_end = 0;
static volatile sig_atomic_t is_to_stop = 0;

static void end_by_signal(int number) {
  (void)number;
  raise(SIGKILL);
}
static void stop_by_signal(int number) {
  (void)number;
  is_to_stop = 0;
  raise(SIGSTOP);
}
static void count_signal(int number) {
  (void)number;
  ++signals;
}

/* Sends signals that interrupt the process at any point. */
static void start_timer(void (*handler)(int), suseconds_t first, suseconds_t interval) {
  struct sigaction action = {.sa_handler = handler};
  const struct itimerval timer = {.it_value = {.tv_usec = first},
                                  .it_interval = {.tv_usec = interval}};
  sigaction(SIGALRM, &action, NULL);
  setitimer(ITIMER_REAL, &timer, NULL);
}

static void be_killed(void) {
  is_to_end = 1;
  start_timer(end_by_signal, 1 + getpid() % 1500, 0);
}

static void be_stopped(void) {
  char command[128];
  snprintf(command, sizeof command, "(sleep 15; kill -CONT %d) </dev/null >/dev/null 2>&1 &",
           getpid());
  if (system(command) != 0) exit(2);
  is_to_stop = 1;
  start_timer(stop_by_signal, 1 + getpid() % 1500, 0);
}

static void abort_job(void) { MPI_Abort(MPI_COMM_WORLD, 3); }
static void exit_at_once(void) { _exit(0); }
static void get_signals(void) { start_timer(count_signal, 500, 500); }

static void fork_a_child(void) {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, NULL, 0);
}

static void open_no_file(void) {
  struct rlimit limit;
  const int next = dup(STDERR_FILENO);
  close(next);
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = (rlim_t)next;
  setrlimit(RLIMIT_NOFILE, &limit);
}

static void write_no_file(void) {
  const struct rlimit none = {.rlim_cur = 0, .rlim_max = RLIM_INFINITY};
  setrlimit(RLIMIT_FSIZE, &none);
}

static const struct fault {
  const char* name;
  void (*happens)(void);
  int on_all; /* otherwise on the last rank */
  int first;  /* the round; 0: before anything */
  int every;  /* in rounds; 0: it happens once */
} faults[] = {
    {"killed", be_killed, 0, round_of_fault, 0},
    {"killed-at-first", be_killed, 0, 0, 0},
    {"stopped", be_stopped, 0, round_of_fault, 0},
    {"stopped-at-first", be_stopped, 0, 0, 0},
    {"aborts", abort_job, 0, round_of_fault, 0},
    {"exits", exit_at_once, 0, round_of_fault, 0},
    {"forks", fork_a_child, 1, 0, 10},
    {"signals", get_signals, 1, 0, 0},
    {"no-files", open_no_file, 0, 0, 0},
    {"no-files-on-all", open_no_file, 1, 0, 0},
    {"no-file-sizes", write_no_file, 1, 0, 0},
};

static const struct fault* fault_of(const char* name) {
  for (size_t i = 0; i < sizeof faults / sizeof faults[0]; ++i)
    if (strcmp(faults[i].name, name) == 0) return &faults[i];
  fprintf(stderr, "reductions: unknown fault '%s'\n", name);
  exit(2);
}

static void let_happen(const struct fault* fault, int round) {
  if (fault == NULL || (!fault->on_all && rank != size - 1) || round < fault->first) return;
  const int since = round - fault->first;
  if (since == 0 || (fault->every > 0 && since % fault->every == 0)) fault->happens();
}

/* Reductions --------------------------------------------------------------------------------- */

static long long factor(int round, int position) { return (position + round) % 97 + 1; }

static void add(void* in, void* in_out, int* count, MPI_Datatype* datatype) {
  (void)datatype;
  for (int i = 0; i < *count; ++i) ((int64_t*)in_out)[i] += ((int64_t*)in)[i];
}

struct kind {
  MPI_Datatype datatype;
  MPI_Op op;
  int is_maximum;
};

static void set(const struct kind* kind, void* vector, int i, long long value) {
  if (kind->datatype == MPI_DOUBLE)
    ((double*)vector)[i] = (double)value;
  else if (kind->datatype == MPI_INT)
    ((int*)vector)[i] = (int)value;
  else
    ((int64_t*)vector)[i] = value;
}

static long long get(const struct kind* kind, const void* vector, int i) {
  if (kind->datatype == MPI_DOUBLE) return (long long)((const double*)vector)[i];
  if (kind->datatype == MPI_INT) return ((const int*)vector)[i];
  return ((const int64_t*)vector)[i];
}

static void check(const struct kind* kind, const void* result, int count, int round, int ranks) {
  const long long of_ranks = kind->is_maximum ? ranks : (long long)ranks * (ranks + 1) / 2;
  for (int i = 0; i < count; ++i) {
    const long long expected = of_ranks * factor(round, i);
    if (get(kind, result, i) == expected) continue;
    fprintf(stderr, "rank %d is WRONG: round %d, %d elements, element %d is %lld, not %lld\n", rank,
            round, count, i, get(kind, result, i), expected);
    MPI_Abort(MPI_COMM_WORLD, 4);
  }
}

static void reduce_at_random(MPI_Comm comm, const struct kind* kind, int most, int round) {
  static int64_t input[most_elements];
  static int64_t result[most_elements];
  int own;
  int ranks;
  MPI_Comm_rank(comm, &own);
  MPI_Comm_size(comm, &ranks);
  const int count = 1 + (int)draw((unsigned)most);
  const int root = (int)draw((unsigned)ranks);
  const int is_allreduce = draw(2) == 0;
  const int gets_result = is_allreduce || own == root;
  const int in_place = draw(3) == 0 && gets_result;
  for (int i = 0; i < count; ++i) {
    set(kind, input, i, (own + 1) * factor(round, i));
    set(kind, result, i, in_place ? (own + 1) * factor(round, i) : -1);
  }
  const void* from = in_place ? MPI_IN_PLACE : input;
  if (is_allreduce)
    MPI_Allreduce(from, result, count, kind->datatype, kind->op, comm);
  else
    MPI_Reduce(from, result, count, kind->datatype, kind->op, root, comm);
  if (gets_result) check(kind, result, count, round, ranks);
}

int main(int argc, char** argv) {
  const char* phase = argc > 1 ? argv[1] : "short";
  const struct fault* fault = argc > 2 ? fault_of(argv[2]) : NULL;
  MPI_Op own_op;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Op_create(add, 1, &own_op);
  report_errors();
  const struct kind kinds[] = {
      {MPI_DOUBLE, MPI_SUM, 0}, {MPI_INT, MPI_MAX, 1}, {MPI_INT64_T, own_op, 0}};
  const int is_set_up = strcmp(phase, "set-up") == 0;
  const int most = is_set_up ? 100 : strcmp(phase, "long") == 0 ? most_elements : 500;

  for (int round = 0; round < rounds; ++round) {
    let_happen(fault, round);
    MPI_Comm comm = MPI_COMM_WORLD;
    if (is_set_up) {
      const int reversed = draw(2) == 0;
      MPI_Comm_split(MPI_COMM_WORLD, 0, reversed ? -rank : rank, &comm);
    }
    reduce_at_random(comm, &kinds[draw(3)], most, round);
    if (is_set_up) MPI_Comm_free(&comm);
  }
  /* A signal would cut off the output. */
  setitimer(ITIMER_REAL, &(const struct itimerval){0}, NULL);
  /* All rounds may have ended before the time of the fault. */
  if (is_to_end) end_by_signal(SIGALRM);
  if (is_to_stop) stop_by_signal(SIGALRM);
  printf("rank %d is right\n", rank);
  fflush(stdout);
  MPI_Op_free(&own_op);
  MPI_Finalize();
  return 0;
}
