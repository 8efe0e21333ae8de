// late_in_call [--pairs] SECONDS...: the last rank enters the second call, the third, ... so much later than the others.
// With --pairs that is so in each pair of ranks.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm comm = MPI_COMM_WORLD;
  MPI_Comm_rank(comm, &rank);
  if (argc > 1 && strcmp(argv[1], "--pairs") == 0) {
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &comm);
    ++argv, --argc;
  }
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  int input[10], sum[10];
  for (int i = 0; i < 10; ++i) input[i] = rank + i;
  for (int call = 0; call < argc; ++call) {
    if (call > 0 && rank == ranks - 1) sleep((unsigned)atoi(argv[call]));
    MPI_Allreduce(input, sum, 10, MPI_INT, MPI_SUM, comm);
  }
  int is_right = 1;
  for (int i = 0; i < 10; ++i) is_right &= sum[i] == ranks * (ranks - 1) / 2 + ranks * i;
  MPI_Finalize();
  printf("rank %d is %s\n", rank, is_right ? "back" : "wrong");
  return !is_right;
}
