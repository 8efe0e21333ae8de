/* Stands between Allfold and the MPI library, and makes native calls wrong, by the number of their
 * elements:
 *
 *   13: the result has 1 added to element 7 (doubles), on MPI_COMM_WORLD
 *   14: the result has 1 added to element 0 (ints), on every communicator
 *   15: the result is right, and then 1e-15 is added to element 3 (doubles), on MPI_COMM_WORLD
 *   17: rank 1 gets an error (doubles), on MPI_COMM_WORLD
 *   18: rank 1 calls the error handler instead (doubles), on MPI_COMM_WORLD
 *   19: all ranks call the error handler (doubles), on every communicator
 *
 * If native_agreements_fail is set, all ranks also call the error handler in Allreduces in which they
 * exchange measured times. All other calls are passed on; native_calls_under_way counts the Allreduces
 * among them.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stddef.h>

int native_calls_under_way, native_agreements_fail;

typedef int Allreduce(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm);
typedef int Reduce(const void*, void*, int, MPI_Datatype, MPI_Op, int, MPI_Comm);

static int rank_in(MPI_Comm comm) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  return rank;
}

static void spoil(void* result, int count, MPI_Datatype type, MPI_Comm comm) {
  if (count == 13 && type == MPI_DOUBLE && comm == MPI_COMM_WORLD) ((double*)result)[7] += 1;
  if (count == 14 && type == MPI_INT) ((int*)result)[0] += 1;
  if (count == 15 && type == MPI_DOUBLE && comm == MPI_COMM_WORLD) ((double*)result)[3] += 1e-15;
}

static int is_to_fail(int count, MPI_Datatype type) {
  return (count == 17 || count == 18) && type == MPI_DOUBLE;
}

static int fails(int count, MPI_Datatype type, MPI_Comm comm) {
  if (!is_to_fail(count, type)) return 0;
  if (comm != MPI_COMM_WORLD || rank_in(comm) != 1) return 0;
  if (count == 18) PMPI_Comm_call_errhandler(comm, MPI_ERR_OTHER);
  return 1;
}

int PMPI_Allreduce(const void* input, void* result, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm comm) {
  Allreduce* next;
  *(void**)&next = dlsym(RTLD_NEXT, "PMPI_Allreduce");
  if (fails(count, type, comm)) return MPI_ERR_OTHER;
  if (is_to_fail(count, type)) return MPI_SUCCESS;
  if ((count == 19 && type == MPI_DOUBLE) || (native_agreements_fail && type == MPI_INT64_T)) {
    PMPI_Comm_call_errhandler(comm, MPI_ERR_OTHER);
    return MPI_ERR_OTHER;
  }
  __atomic_add_fetch(&native_calls_under_way, 1, __ATOMIC_RELAXED);
  const int error = next(input, result, count, type, op, comm);
  __atomic_sub_fetch(&native_calls_under_way, 1, __ATOMIC_RELAXED);
  spoil(result, count, type, comm);
  return error;
}

int PMPI_Reduce(const void* input, void* result, int count, MPI_Datatype type, MPI_Op op, int root,
                MPI_Comm comm) {
  Reduce* next;
  *(void**)&next = dlsym(RTLD_NEXT, "PMPI_Reduce");
  const int error = next(input, result, count, type, op, root, comm);
  if (rank_in(comm) == root) spoil(result, count, type, comm);
  return error;
}
