/* CALLS Allreduces of 16 KiB on all ranks; each result is checked. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { count = 2048 };

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const long calls = argc > 1 ? strtol(argv[1], NULL, 10) : 1;
  int rank;
  int size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  static double input[count];
  static double sum[count];
  int wrong = 0;
  for (long call = 0; call < calls; ++call) {
    for (int i = 0; i < count; ++i) input[i] = (double)(call + i);
    MPI_Allreduce(input, sum, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < count; ++i) wrong |= sum[i] != size * (double)(call + i);
  }
  if (wrong) fprintf(stderr, "rank %d: wrong sums\n", rank);
  MPI_Finalize();
  return wrong;
}
