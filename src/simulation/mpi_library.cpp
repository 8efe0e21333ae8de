/// Functions of SMPI that do not behave as MPI requires. The linker binds only Allfold's calls to
/// these functions (-Bsymbolic).
#include <dlfcn.h>
#include <mpi.h>

#include "simulation/time.hpp"

namespace {

/// SMPI has two queues of messages for each rank, one of them for eager messages, and looks for a
/// message in both: a shorter message can overtake a longer one. With different tags for each
/// queue, messages of a queue are in order, and a receive matches those of one queue only: in
/// Allfold a receive is as long as its message, except after failures, which a simulation does not
/// have.
int tag_in_queue(int tag, int count, MPI_Datatype datatype) {
  constexpr int of_long_messages = 1 << 28;
  int size = 0;
  PMPI_Type_size(datatype, &size);
  const bool is_long = static_cast<std::size_t>(count) * static_cast<std::size_t>(size) >=
                       allfold::simulation::eager_bytes;
  return is_long ? tag + of_long_messages : tag;
}

template <class Function>
Function* own_of_smpi(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

/// SMPI's own function ends the program. SMPI has Cartesian communicators, but the kernels that use
/// them are simulated without.
int PMPI_Topo_test(MPI_Comm /*comm*/, int* status) {
  *status = MPI_UNDEFINED;
  return MPI_SUCCESS;
}

int PMPI_Send(const void* from, int count, MPI_Datatype datatype, int to, int tag, MPI_Comm comm) {
  static const auto send = own_of_smpi<decltype(PMPI_Send)>("PMPI_Send");
  return send(from, count, datatype, to, tag_in_queue(tag, count, datatype), comm);
}

int PMPI_Recv(void* into, int count, MPI_Datatype datatype, int from, int tag, MPI_Comm comm,
              MPI_Status* status) {
  static const auto receive = own_of_smpi<decltype(PMPI_Recv)>("PMPI_Recv");
  return receive(into, count, datatype, from, tag_in_queue(tag, count, datatype), comm, status);
}

int PMPI_Isend(const void* from, int count, MPI_Datatype datatype, int to, int tag, MPI_Comm comm,
               MPI_Request* request) {
  static const auto send = own_of_smpi<decltype(PMPI_Isend)>("PMPI_Isend");
  return send(from, count, datatype, to, tag_in_queue(tag, count, datatype), comm, request);
}

int PMPI_Irecv(void* into, int count, MPI_Datatype datatype, int from, int tag, MPI_Comm comm,
               MPI_Request* request) {
  static const auto receive = own_of_smpi<decltype(PMPI_Irecv)>("PMPI_Irecv");
  return receive(into, count, datatype, from, tag_in_queue(tag, count, datatype), comm, request);
}

int PMPI_Sendrecv(const void* send, int send_count, MPI_Datatype send_type, int to, int send_tag,
                  void* into, int count, MPI_Datatype datatype, int from, int tag, MPI_Comm comm,
                  MPI_Status* status) {
  static const auto exchange = own_of_smpi<decltype(PMPI_Sendrecv)>("PMPI_Sendrecv");
  return exchange(send, send_count, send_type, to, tag_in_queue(send_tag, send_count, send_type),
                  into, count, datatype, from, tag_in_queue(tag, count, datatype), comm, status);
}
}
