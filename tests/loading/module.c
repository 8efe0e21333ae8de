/* What an interpreter loads: the only part of the program that is linked with MPI. */
#include <mpi.h>
#include <stdio.h>

int reduce(void) {
  int rank;
  int ranks;
  int sum = -1;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  const int wrong = sum != ranks * (ranks - 1) / 2;
  if (rank == 0) printf("allreduce 1 reduce 0 wrong %d\n", wrong);
  MPI_Finalize();
  return wrong;
}
