/* A library to preload: MPI_Allreduce gives wrong results for more than 100 elements. */
#include <mpi.h>

int MPI_Allreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                  MPI_Comm comm) {
  const int status = PMPI_Allreduce(sendbuf, recvbuf, count, datatype, op, comm);
  if (count > 100 && datatype == MPI_DOUBLE) ((double*)recvbuf)[count - 1] += 1;
  return status;
}
