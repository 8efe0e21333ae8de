/* A program that traps floating-point exceptions, as one built with gfortran -ffpe-trap does, and
 * that checks that no flag is raised after reductions of integers. */
#define _GNU_SOURCE
#include <fenv.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* Excludes inexact: the MPI library computes with times. */
enum { flags = FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW | FE_UNDERFLOW };

static int wrong = 0;

static void expect_no_flag(const char* when) {
  if (fetestexcept(flags) == 0) return;
  printf("flags are raised after %s: %x\n", when, (unsigned)fetestexcept(flags));
  ++wrong;
}

static void reduce_on(MPI_Comm comm, int count) {
  int ranks;
  int rank;
  int* in = malloc((size_t)(count + 1) * sizeof(int));
  int* out = malloc((size_t)(count + 1) * sizeof(int));
  MPI_Comm_size(comm, &ranks);
  MPI_Comm_rank(comm, &rank);
  for (int i = 0; i < count; ++i) in[i] = rank + i;
  /* Enough calls for online tuning to finish. */
  for (int call = 0; call < 150; ++call) {
    MPI_Allreduce(in, out, count, MPI_INT, MPI_SUM, comm);
    if (count > 0 && out[count - 1] != ranks * (ranks - 1) / 2 + ranks * (count - 1)) ++wrong;
    MPI_Reduce(in, out, count, MPI_INT, MPI_SUM, ranks - 1, comm);
  }
  free(in);
  free(out);
}

int main(int argc, char** argv) {
  MPI_Comm part;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &part);
  feclearexcept(FE_ALL_EXCEPT);
  feenableexcept(flags);
  /* None on most ARM processors. The flags are checked there, too. */
  const int trapped = fegetexcept();
  for (int count = 0; count <= 22222; count = 10 * count + 2) {
    reduce_on(MPI_COMM_WORLD, count);
    reduce_on(part, count);
  }
  if (fegetexcept() != trapped) {
    printf("other exceptions are trapped than before\n");
    ++wrong;
  }
  expect_no_flag("reductions");
  MPI_Comm_free(&part);
  MPI_Finalize();
  expect_no_flag("MPI_Finalize");
  return wrong != 0;
}
