/* learns WHERE CALLS COUNT...: this many Allreduces of each count of doubles, in turns, on `world`,
 * on a duplicate that is freed, or on the `rest`, which is all ranks but the first. Prints how
 * often the ranks have exchanged measured times, in the first three quarters of the calls and in
 * all. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counted.h"

static int sum_is_wrong(int count, MPI_Comm comm) {
  int rank, ranks, wrong = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  double* input = malloc((size_t)count * sizeof *input);
  double* result = malloc((size_t)count * sizeof *result);
  for (int i = 0; i < count; ++i) input[i] = (rank + 1) * (i % 100);
  MPI_Allreduce(input, result, count, MPI_DOUBLE, MPI_SUM, comm);
  for (int i = 0; i < count; ++i) wrong |= result[i] != ranks * (ranks + 1) / 2 * (i % 100);
  free(input);
  free(result);
  return wrong;
}

int main(int argc, char** argv) {
  int rank, wrong = 0, before = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm comm = MPI_COMM_WORLD;
  if (strcmp(argv[1], "duplicate") == 0) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  if (strcmp(argv[1], "rest") == 0)
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? MPI_UNDEFINED : 0, rank, &comm);
  const int calls = atoi(argv[2]);
  for (int call = 0; comm != MPI_COMM_NULL && call < calls; ++call) {
    if (call == calls * 3 / 4) before = counted_agreements();
    for (int i = 3; i < argc; ++i) wrong |= sum_is_wrong(atoi(argv[i]), comm);
  }
  printf("rank %d: agreed %d of %d times\n", rank, before, counted_agreements());
  fflush(stdout);
  if (comm != MPI_COMM_WORLD && comm != MPI_COMM_NULL) MPI_Comm_free(&comm);
  MPI_Finalize();
  return wrong;
}
