/// Replaces the exchange by which SMPI's communicators find out which of their ranks share hosts.
/// SMPI gathers one int per rank in a ring, with p² messages. They took most of the time of a
/// simulation of 512 ranks or more, and are not part of the measured time. The linker finds this
/// function before that of libsimgrid. All other calls still use a ring.
#include <dlfcn.h>
#include <mpi.h>

// Functions of libsimgrid that no header of its package declares.
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
