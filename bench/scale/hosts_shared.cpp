/// How SMPI's communicators find out which of their ranks share hosts. They gather an int of each in
/// a ring: p² messages, which took most of the time of a simulation of 512 ranks or more, and none
/// of it is measured. This program's function is found before that of libsimgrid, and keeps the ring
/// for all else.
#include <dlfcn.h>
#include <mpi.h>

// Of libsimgrid, in no header of its package.
// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): its names
namespace simgrid::smpi {

int allgather__bruck(const void* send, int send_count, MPI_Datatype send_type, void* received,
                     int received_count, MPI_Datatype received_type, MPI_Comm comm);

__attribute__((visibility("default"))) int allgather__ring(const void* send, int send_count,
                                                           MPI_Datatype send_type, void* received,
                                                           int received_count,
                                                           MPI_Datatype received_type,
                                                           MPI_Comm comm) {
  if (send_count == 1 && send_type == MPI_INT)
    return allgather__bruck(send, send_count, send_type, received, received_count, received_type,
                            comm);
  static const auto ring = reinterpret_cast<decltype(&allgather__ring)>(
      dlsym(RTLD_NEXT, "_ZN7simgrid4smpi15allgather__ringEPKviPNS0_8DatatypeEPviS4_PNS0_4CommE"));
  return ring(send, send_count, send_type, received, received_count, received_type, comm);
}

}  // namespace simgrid::smpi
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
