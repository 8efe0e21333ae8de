/* A module for an interpreter: the only part of the program that is linked with MPI. */
#include <mpi.h>
#include <stdio.h>

int begin(void) { return MPI_Init(NULL, NULL); }

int reduce_once(void) {
  int rank;
  int ranks;
  int sum = -1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  const int wrong = sum != ranks * (ranks - 1) / 2;
  if (rank == 0) printf("allreduce 1 reduce 0 wrong %d\n", wrong);
  return wrong;
}

int end(void) { return MPI_Finalize(); }

int reduce(void) {
  begin();
  const int wrong = reduce_once();
  end();
  return wrong;
}
