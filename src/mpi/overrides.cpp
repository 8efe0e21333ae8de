/// The functions of MPI that Allfold takes the place of: both names of each, so that tools that own
/// MPI_X work above Allfold. They stand in one file, so that a linker takes all or none from an
/// archive.
#include <mpi.h>

#include "mpi/communicator.hpp"
#include "mpi/serve.hpp"

using allfold::Collective;

extern "C" {

__attribute__((visibility("default"))) int PMPI_Allreduce(const void* sendbuf, void* recvbuf,
                                                          int count, MPI_Datatype datatype,
                                                          MPI_Op op, MPI_Comm comm) {
  return allfold::serve({.collective = Collective::allreduce,
                         .send = sendbuf,
                         .receive = recvbuf,
                         .count = count,
                         .datatype = datatype,
                         .op = op,
                         .root = 0,
                         .comm = comm});
}

__attribute__((visibility("default"))) int PMPI_Reduce(const void* sendbuf, void* recvbuf,
                                                       int count, MPI_Datatype datatype, MPI_Op op,
                                                       int root, MPI_Comm comm) {
  return allfold::serve({.collective = Collective::reduce,
                         .send = sendbuf,
                         .receive = recvbuf,
                         .count = count,
                         .datatype = datatype,
                         .op = op,
                         .root = root,
                         .comm = comm});
}

__attribute__((visibility("default"))) int PMPI_Finalize() { return allfold::finalize(); }

__attribute__((visibility("default"))) int MPI_Allreduce(const void* sendbuf, void* recvbuf,
                                                         int count, MPI_Datatype datatype,
                                                         MPI_Op op, MPI_Comm comm) {
  return PMPI_Allreduce(sendbuf, recvbuf, count, datatype, op, comm);
}

__attribute__((visibility("default"))) int MPI_Reduce(const void* sendbuf, void* recvbuf, int count,
                                                      MPI_Datatype datatype, MPI_Op op, int root,
                                                      MPI_Comm comm) {
  return PMPI_Reduce(sendbuf, recvbuf, count, datatype, op, root, comm);
}

__attribute__((visibility("default"))) int MPI_Finalize() { return PMPI_Finalize(); }

__attribute__((visibility("default"))) int PMPI_Comm_free(MPI_Comm* comm) {
  return allfold::Communicator::free(allfold::process().native().comm_free, comm);
}

__attribute__((visibility("default"))) int PMPI_Comm_disconnect(MPI_Comm* comm) {
  return allfold::Communicator::free(allfold::process().native().comm_disconnect, comm);
}

__attribute__((visibility("default"))) int MPI_Comm_free(MPI_Comm* comm) {
  return PMPI_Comm_free(comm);
}

__attribute__((visibility("default"))) int MPI_Comm_disconnect(MPI_Comm* comm) {
  return PMPI_Comm_disconnect(comm);
}
}
