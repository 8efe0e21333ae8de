/* Reductions of short and long vectors while no file may grow (ulimit -f), as the ranks' shared
 * memory would: the results are right, and the program's handler never gets SIGXFSZ. */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

static volatile sig_atomic_t caught;
static void note(int signal) {
  (void)signal;
  caught = 1;
}

static int is_right(int count, int ranks) {
  double* data = malloc((size_t)count * sizeof(double));
  for (int i = 0; i < count; ++i) data[i] = i;
  MPI_Allreduce(MPI_IN_PLACE, data, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  int right = 1;
  for (int i = 0; i < count; ++i) right = right && data[i] == (double)i * ranks;
  free(data);
  return right;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  int ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  signal(SIGXFSZ, note);
  /* The MPI library has created its own files by now. */
  const struct rlimit limit = {1024, 1024};
  setrlimit(RLIMIT_FSIZE, &limit);
  int wrong = 0;
  for (int count = 1; count <= 1 << 20; count *= 32) {
    if (is_right(count, ranks)) continue;
    fprintf(stderr, "rank %d: wrong sums of %d numbers\n", rank, count);
    wrong = 1;
  }
  if (caught) fprintf(stderr, "rank %d: the program's handler saw SIGXFSZ\n", rank);
  wrong = wrong || caught;
  MPI_Finalize();
  return wrong;
}
