/* The address space that a process uses, in KiB: "rank 0: 245000 KiB" after short reductions or,
 * with --long, after long ones, which use all the memory that ranks share; with --late "rank 0: 12
 * KiB more", the growth on a rank that waited 11 s for the last one. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { most = 256 << 10, calls = 50 };

static long taken(void) {
  long pages = 0;
  FILE* file = fopen("/proc/self/statm", "r");
  if (file == NULL || fscanf(file, "%ld", &pages) != 1) {
    fputs("/proc/self/statm cannot be read\n", stderr);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  fclose(file);
  return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static void reduce(long bytes) {
  const int count = (int)(bytes / (long)sizeof(double));
  double* input = malloc(most);
  double* result = malloc(most);
  for (int i = 0; i < count; ++i) input[i] = i;
  for (int call = 0; call < calls; ++call) {
    MPI_Allreduce(input, result, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Reduce(input, result, count, MPI_DOUBLE, MPI_SUM, call % 2, MPI_COMM_WORLD);
  }
  free(input);
  free(result);
}

int main(int argc, char** argv) {
  const char* option = argc > 1 ? argv[1] : "";
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (strcmp(option, "--late") == 0) {
    const long before = taken();
    if (rank == ranks - 1) sleep(11);
    reduce(8);
    printf("rank %d: %ld KiB more\n", rank, taken() - before);
  } else {
    reduce(8);
    reduce(2048);
    for (long bytes = 8192; strcmp(option, "--long") == 0 && bytes <= most; bytes *= 2)
      reduce(bytes);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("rank %d: %ld KiB\n", rank, taken());
  }
  MPI_Finalize();
  return 0;
}
