/* Calls of many kinds, alternately: each kind is decided once. A decision allocates memory, so Allfold
   allocates none after all kinds have occurred.

   decided_once KINDS: this many lengths, for a Reduce to each root and for an Allreduce. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void* __libc_malloc(size_t bytes);  // NOLINT: glibc calls it so

static int counts;
static long asked;

/* Counts Allfold's allocations. */
void* malloc(size_t bytes) {
  if (counts) {
    Dl_info caller;
    counts = 0;
    if (dladdr(__builtin_return_address(0), &caller) != 0 && strstr(caller.dli_fname, "liballfold"))
      ++asked;
    counts = 1;
  }
  return __libc_malloc(bytes);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int kinds = argc > 1 ? atoi(argv[1]) : 100;
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int most = 10 + kinds;
  double* in = malloc(sizeof(double) * (size_t)most);
  double* out = malloc(sizeof(double) * (size_t)most);
  for (int i = 0; i < most; ++i) in[i] = rank + i;
  int wrong = 0;
  /* The first round decides; in the next ones buffers may grow. */
  for (int round = 0; round < 4; ++round) {
    counts = round == 3;
    for (int i = 0; i < kinds; ++i) {
      const int count = 10 + i * 7919 % kinds;
      const int last = count - 1;
      const double expected = ranks * (ranks - 1) / 2.0 + (double)ranks * last;
      for (int root = 0; root < ranks; ++root) {
        MPI_Reduce(in, out, count, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD);
        if (rank == root && out[last] != expected) wrong = 1;
      }
      MPI_Allreduce(in, out, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
      if (out[last] != expected) wrong = 1;
    }
    counts = 0;
  }
  if (wrong) fprintf(stderr, "rank %d: wrong results\n", rank);
  if (asked > 0)
    fprintf(stderr,
            "rank %d: Allfold asked for memory %ld times in %d calls that it knew: expected none\n",
            rank, asked, kinds * (ranks + 1));
  free(in);
  free(out);
  if (wrong || asked > 0) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Finalize();
  return 0;
}
