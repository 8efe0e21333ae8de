/* Stands between Allfold and the MPI library, and counts the collective calls that a set-up may
 * make. */
#define _GNU_SOURCE
#include "counted_collectives.h"

#include <dlfcn.h>
#include <mpi.h>
#include <stdatomic.h>

static atomic_int calls;
static atomic_int creations;

/* Defines FUNCTION with its PARAMETERS: counts the call, and calls the next FUNCTION with
 * ARGUMENTS. */
#define COUNTED(COUNT, FUNCTION, PARAMETERS, ARGUMENTS) \
  int FUNCTION PARAMETERS {                             \
    int(*next) PARAMETERS;                              \
    *(void**)&next = dlsym(RTLD_NEXT, #FUNCTION);       \
    ++calls;                                            \
    COUNT;                                              \
    return next ARGUMENTS;                              \
  }

COUNTED((void)0, PMPI_Allgather,
        (const void* input, int count, MPI_Datatype type, void* result, int count_of_each,
         MPI_Datatype type_of_result, MPI_Comm comm),
        (input, count, type, result, count_of_each, type_of_result, comm))
COUNTED((void)0, PMPI_Allreduce,
        (const void* input, void* result, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
        (input, result, count, type, op, comm))
COUNTED((void)0, PMPI_Bcast, (void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm),
        (buffer, count, type, root, comm))
COUNTED((void)0, PMPI_Barrier, (MPI_Comm comm), (comm))
COUNTED(++creations, PMPI_Comm_create, (MPI_Comm comm, MPI_Group group, MPI_Comm* made),
        (comm, group, made))

int counted_collectives(void) { return calls; }
int counted_creations(void) { return creations; }
