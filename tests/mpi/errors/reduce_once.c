/* One Allreduce, between two lines of output. With --set-per-rank the ranks first request different
 * kernels, through Allfold's own interface; with --in-parts each rank first reduces alone, and with
 * the others of its parity; with --late SECONDS, which may follow --in-parts, the last rank arrives
 * so much later; with --kernels it prints the registry. */
#include <allfold/allfold.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void print_registry(void) {
  const char* kernel;
  for (int i = 0; (kernel = allfold_kernel(i)); ++i) {
    printf("%s %s %s\n", kernel, allfold_kernel_serves(kernel, "allreduce") ? "allreduce" : "-",
           allfold_kernel_serves(kernel, "reduce") ? "reduce" : "-");
  }
}

static void reduce_in_parts(int rank) {
  int sum;
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
  MPI_Comm part;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &part);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, part);
  MPI_Comm_free(&part);
}

int main(int argc, char** argv) {
  const char* option = argc > 1 ? argv[1] : "";
  if (strcmp(option, "--kernels") == 0) {
    print_registry();
    return 0;
  }

  MPI_Init(&argc, &argv);
  int rank;
  int ranks;
  int sum;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (strcmp(option, "--set-per-rank") == 0) {
    allfold_configure("ALLFOLD_ALLREDUCE", allfold_kernel(rank == 0 ? 0 : 1));
  }
  if (strcmp(option, "--in-parts") == 0) reduce_in_parts(rank);
  const int is_late = argc > 2 && strcmp(argv[argc - 2], "--late") == 0;
  if (is_late && rank == ranks - 1) sleep((unsigned)atoi(argv[argc - 1]));
  printf("rank %d calls\n", rank);
  fflush(stdout);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  printf("rank %d is back\n", rank);
  MPI_Finalize();
  return 0;
}
