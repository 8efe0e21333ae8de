/* by_handle WHAT: a program that takes functions of MPI from a handle of the MPI library, as Python's
 * ctypes and MPI.jl do, and so bypasses preloaded libraries. WHAT selects these functions:
 *   life    MPI_Init and MPI_Finalize. The program reduces before MPI_Finalize, and in delete
 *           callbacks of MPI_COMM_SELF: one attribute is older than the first reduction, the other
 *           is younger
 *   all     the same, and MPI_Allreduce
 *   none    none; the program does not reduce. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int allreduces, wrong;
static int (*allreduce)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm) = MPI_Allreduce;

static void reduce_on(MPI_Comm comm) {
  int rank, ranks, sum = -1;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
  wrong += sum != ranks * (ranks - 1) / 2;
  ++allreduces;
}

static int reduce_at_the_end(MPI_Comm self, int keyval, void* value, void* state) {
  (void)keyval, (void)value, (void)state;
  reduce_on(self);
  reduce_on(MPI_COMM_WORLD);
  return MPI_SUCCESS;
}

static void have_reduced_at_the_end(void) {
  int keyval;
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, reduce_at_the_end, &keyval, NULL);
  MPI_Comm_set_attr(MPI_COMM_SELF, keyval, NULL);
  MPI_Comm_free_keyval(&keyval);
}

/* Allfold does not define MPI_Get_version, so its address is in the MPI library. */
static void* library(void) {
  Dl_info place;
  if (!dladdr(dlsym(RTLD_DEFAULT, "MPI_Get_version"), &place)) exit(2);
  return dlopen(place.dli_fname, RTLD_NOW);
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "all";
  int (*init)(int*, char***) = MPI_Init;
  int (*finalize)(void) = MPI_Finalize;
  void* handle = library();
  if (strcmp(what, "none") != 0) {
    *(void**)&init = dlsym(handle, "MPI_Init");
    *(void**)&finalize = dlsym(handle, "MPI_Finalize");
  }
  if (strcmp(what, "all") == 0) *(void**)&allreduce = dlsym(handle, "MPI_Allreduce");

  init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (strcmp(what, "life") == 0) have_reduced_at_the_end();
  if (strcmp(what, "none") != 0) reduce_on(MPI_COMM_WORLD);
  if (strcmp(what, "life") == 0) have_reduced_at_the_end();
  finalize();
  if (rank == 0) printf("allreduce %d reduce 0 wrong %d\n", allreduces, wrong);
  return wrong != 0;
}
