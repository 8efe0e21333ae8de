/* Stands between Allfold and the MPI library, and counts the native Allreduces in which ranks
 * exchange measured times: those of 64-bit integers, which the programs here do not reduce. */
#define _GNU_SOURCE
#include "counted.h"

#include <dlfcn.h>
#include <mpi.h>
#include <stdatomic.h>

typedef int Allreduce(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm);

static atomic_int agreements;

int PMPI_Allreduce(const void* input, void* result, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm comm) {
  Allreduce* next;
  *(void**)&next = dlsym(RTLD_NEXT, "PMPI_Allreduce");
  if (type == MPI_INT64_T) ++agreements;
  return next(input, result, count, type, op, comm);
}

int counted_agreements(void) { return agreements; }
