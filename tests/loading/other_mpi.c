/* Stands for an MPI library of another kind than the one for which Allfold is built: it defines the symbol by which
 * that kind is recognised, and functions with its own handles. */
#include <stdio.h>

int MARK;

/* Weak, as in MPI libraries. */
#define DEFINE(name, parameters)                               \
  int P##name parameters;                                      \
  int name parameters __attribute__((weak, alias("P" #name))); \
  int P##name parameters

DEFINE(MPI_Init, (int* argc, char*** argv)) { return argc == NULL && argv == NULL ? 0 : 1; }

DEFINE(MPI_Initialized, (int* flag)) {
  *flag = 1;
  return 0;
}

DEFINE(MPI_Finalize, (void)) { return 0; }

DEFINE(MPI_Comm_free, (int* comm)) {
  *comm = -1;
  return 0;
}

DEFINE(MPI_Allreduce, (const void* send, void* receive, int count, int type, int op, int comm)) {
  printf("allreduce %d %d %d\n", type, op, comm);
  for (int i = 0; i < count; ++i) ((int*)receive)[i] = ((const int*)send)[i];
  return 0;
}
