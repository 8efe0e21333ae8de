/* freed_by_handler [agreements]: the error handler of a native call frees the communicator, while
 * calls are compared or are on trial; or the handler of a call in which the ranks exchange times
 * does. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

extern int native_agreements_fail; /* defined in wrong_native.c */

static MPI_Comm comm;
static int handled;

static void free_it(MPI_Comm* failed, int* error, ...) {
  (void)failed;
  (void)error;
  ++handled;
  MPI_Comm_free(&comm);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int agreements = argc > 1 && strcmp(argv[1], "agreements") == 0;
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Errhandler handler;
  MPI_Comm_create_errhandler(free_it, &handler);
  enum { rounds = 10, most_calls = 1000 };
  for (int round = 0; round < rounds; ++round) {
    double input[20] = {0}, result[20];
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, handler);
    native_agreements_fail = agreements;
    /* First some calls that do not fail, whose length differs by one element at most. */
    for (int call = 0; call < most_calls && handled == round; ++call)
      MPI_Allreduce(input, result, call < 6 || agreements ? 20 : 19, MPI_DOUBLE, MPI_SUM, comm);
    native_agreements_fail = 0;
  }
  MPI_Errhandler_free(&handler);
  MPI_Finalize();
  if (handled != rounds) fprintf(stderr, "rank %d: handled %d of %d\n", rank, handled, rounds);
  return handled != rounds;
}
