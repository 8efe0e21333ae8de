/* Stands between Allfold and the MPI library: of Allfold's messages of 13 doubles, number 7 arrives
 * with 1 added. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>

typedef int Recv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status*);
typedef int Sendrecv(const void*, int, MPI_Datatype, int, int, void*, int, MPI_Datatype, int, int,
                     MPI_Comm, MPI_Status*);

int PMPI_Recv(void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
              MPI_Status* status) {
  Recv* next;
  *(void**)&next = dlsym(RTLD_NEXT, "PMPI_Recv");
  const int error = next(buffer, count, type, from, tag, comm, status);
  if (count == 13 && type == MPI_DOUBLE) ((double*)buffer)[7] += 1;
  return error;
}

int PMPI_Sendrecv(const void* out, int out_count, MPI_Datatype out_type, int to, int out_tag,
                  void* in, int in_count, MPI_Datatype in_type, int from, int in_tag, MPI_Comm comm,
                  MPI_Status* status) {
  Sendrecv* next;
  *(void**)&next = dlsym(RTLD_NEXT, "PMPI_Sendrecv");
  const int error = next(out, out_count, out_type, to, out_tag, in, in_count, in_type, from, in_tag,
                         comm, status);
  if (in_count == 13 && in_type == MPI_DOUBLE) ((double*)in)[7] += 1;
  return error;
}
