/* rules_after_init RULES FILE: ALLFOLD_RULES names a file, FILE and a number, that is created after
 * MPI_Init, as a copy of RULES. The first reduction finds it. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void fail(const char* what) {
  fprintf(stderr, "rules_after_init: %s\n", what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static void copy(const char* from, const char* to) {
  FILE* in = fopen(from, "r");
  FILE* out = fopen(to, "w");
  if (in == NULL || out == NULL) fail("a file cannot be opened");
  for (int c; (c = getc(in)) != EOF;) putc(c, out);
  if (fclose(out) != 0) fail("a file cannot be written");
  fclose(in);
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  char file[1000];
  /* Jobs may run at the same time, so the number is the process number of this job's launcher. */
  snprintf(file, sizeof file, "%s-%d.json", argv[2], (int)getppid());
  setenv("ALLFOLD_RULES", file, 1);
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (rank == 0) copy(argv[1], file);
  int sum = 0;
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (sum != ranks * (ranks - 1) / 2) fail("a wrong sum");
  if (rank == 0) remove(file);
  MPI_Finalize();
  return 0;
}
