/* Long reductions on several communicators to a root that is late: a rank continues with the next
 * ones, and allocates more memory for them, which the root may be unable to map. Uses only MPI.
 *
 *     late_root [no-files]
 *
 * With no-files no rank has a file descriptor left after all have shared the first memory. Every
 * rank prints "rank R is right" at the end. */
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "reported_errors.h"

enum { communicators = 3, calls_before = 3, rounds = 8, count = 9000 };

static int rank;
static int size;
static double input[count];
static double result[count];

static void use_up_files(void) {
  struct rlimit limit;
  const int next = dup(STDERR_FILENO);
  close(next);
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = (rlim_t)next;
  setrlimit(RLIMIT_NOFILE, &limit);
}

static void check(int round) {
  for (int i = 0; i < count; ++i) {
    const double expected = size * (size - 1) / 2.0 + (double)size * (i % 100 + round);
    if (result[i] == expected) continue;
    fprintf(stderr, "rank %d is WRONG: round %d, element %d is %g, not %g\n", rank, round, i,
            result[i], expected);
    MPI_Abort(MPI_COMM_WORLD, 4);
  }
}

static void set(int round) {
  for (int i = 0; i < count; ++i) {
    input[i] = rank + i % 100 + round;
    result[i] = -1;
  }
}

static void reduce(MPI_Comm comm, int round, int root, useconds_t late) {
  set(round);
  if (rank == root) usleep(late);
  MPI_Reduce(input, result, count, MPI_DOUBLE, MPI_SUM, root, comm);
  if (rank == root) check(round);
}

int main(int argc, char** argv) {
  MPI_Comm comms[communicators];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  report_errors();
  for (int each = 0; each < communicators; ++each) {
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[each]); /* with its error handler */
    for (int call = 0; call < calls_before; ++call) reduce(comms[each], call, 0, 0);
    MPI_Barrier(comms[each]);
  }
  if (argc > 1 && strcmp(argv[1], "no-files") == 0) use_up_files();
  MPI_Barrier(MPI_COMM_WORLD);
  for (int round = 0; round < rounds; ++round) {
    const int root = round / 2 % size;
    for (int each = 0; each < communicators; ++each) reduce(comms[each], round, root, 15000);
    set(round);
    MPI_Allreduce(input, result, count, MPI_DOUBLE, MPI_SUM, comms[round % communicators]);
    check(round);
  }
  for (int each = 0; each < communicators; ++each) MPI_Comm_free(&comms[each]);
  printf("rank %d is right\n", rank);
  fflush(stdout);
  MPI_Finalize();
  return 0;
}
