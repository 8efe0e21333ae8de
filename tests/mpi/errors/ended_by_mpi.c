/* Errors that end the program natively: ended_by_mpi WHEN WHAT, where WHEN is before (MPI_Init),
 * after (MPI_Finalize) or between, and WHAT is allreduce, reduce or finalize. With between, the
 * arguments are invalid. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static void call(const char* what, int count) {
  int input = 1;
  int result = 0;
  if (strcmp(what, "allreduce") == 0) {
    MPI_Allreduce(&input, &result, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  } else if (strcmp(what, "reduce") == 0) {
    MPI_Reduce(&input, &result, count, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  } else {
    MPI_Finalize();
  }
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const char* when = argv[1];
  const char* what = argv[2];
  if (strcmp(when, "before") == 0) call(what, 1);
  MPI_Init(&argc, &argv);
  if (strcmp(when, "between") == 0) call(what, -1);
  MPI_Finalize();
  if (strcmp(when, "after") == 0) call(what, 1);
  printf("not ended\n");
  return 0;
}
