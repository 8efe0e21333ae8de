// The last rank reduces one element more than the others.
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int input[6] = {1, 2, 3, 4, 5, 6}, sum[6];
  MPI_Allreduce(input, sum, rank == ranks - 1 ? 6 : 5, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
