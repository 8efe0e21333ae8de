// Ends a process at the beginning of MPI_Finalize. Linked with programs of MPICH that run on several nodes: the MPI_Finalize
// of MPICH before 4.2 hangs now and then if ranks are connected by TCP. Some wait for the others in a fence of PMI, and do
// not answer those that still close their connections (MPICH's pull request 6596).
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int end(MPI_Comm self, int key, void* value, void* state) {
  (void)self, (void)key, (void)value, (void)state;
  PMPI_Barrier(MPI_COMM_WORLD);
  fflush(NULL);
  _exit(0);
}

// MPI_Finalize first deletes the attributes of MPI_COMM_SELF: this one last, because it was the first.
int PMPI_Init(int* argc, char*** argv) {
  int (*next)(int*, char***);
  void* symbol = dlsym(RTLD_NEXT, "PMPI_Init");
  memcpy(&next, &symbol, sizeof next);
  int status = next(argc, argv);
  int key;
  PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, end, &key, NULL);
  PMPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
  return status;
}
