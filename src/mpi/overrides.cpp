/// The functions of MPI that Allfold takes the place of: both names of each, so that tools that own
/// MPI_X work above Allfold.
///
/// - PMPI_X serves.
/// - MPI_X goes on to the next MPI_X in load order if a tool defines it: the tool calls PMPI_X.
///   Otherwise MPI_X serves. It is weak, so that a tool in an archive may define it in the same
///   program.
///
/// They are in one file, so that a linker takes all or none from an archive.
#include <mpi.h>

#include "mpi/attributes_in_use.hpp"
#include "mpi/comparison_report.hpp"
#include "mpi/finalize.hpp"
#include "mpi/initialize.hpp"
#include "mpi/lookup.hpp"
#include "mpi/process.hpp"
#include "mpi/profile_file.hpp"
#include "mpi/serve.hpp"

using allfold::mpi::process;
using allfold::schedule::Collective;

namespace {

using allfold::mpi::Arguments;
using allfold::mpi::Process;
using allfold::mpi::serve;
using allfold::mpi::Tool;
using allfold::mpi::use_attributes;

// The arguments of the two functions; `returns_to` is where the override returns to.
Arguments of_allreduce(const void* send, void* receive, int count, MPI_Datatype datatype, MPI_Op op,
                       MPI_Comm comm, const void* returns_to) {
  return {.collective = Collective::allreduce,
          .send = send,
          .receive = receive,
          .count = count,
          .datatype = datatype,
          .op = op,
          .root = 0,
          .comm = comm,
          .returns_to = returns_to};
}
Arguments of_reduce(const void* send, void* receive, int count, MPI_Datatype datatype, MPI_Op op,
                    int root, MPI_Comm comm, const void* returns_to) {
  Arguments call = of_allreduce(send, receive, count, datatype, op, comm, returns_to);
  call.collective = Collective::reduce;
  call.root = root;
  return call;
}

/// By the tool, if there is one that defines the function.
int serve_by_tool(const Arguments& call) {
  const Tool& tool = process().tool();
  const bool is_there =
      call.collective == Collective::allreduce ? tool.allreduce != nullptr : tool.reduce != nullptr;
  return is_there ? pass_on(tool, call) : serve(call);
}

int after_init(int error) {
  if (error == MPI_SUCCESS) allfold::mpi::prepare();
  return error;
}

/// Whether it is known already that no tool defines it: that is looked at in each call.
template <class Function>
bool has_no_tool(Function Tool::*function) {
  const Process* const made = Process::made();
  return made != nullptr && made->tool().*function == nullptr;
}

}  // namespace

#define ALLFOLD_PMPI __attribute__((visibility("default")))
#define ALLFOLD_MPI __attribute__((visibility("default"), weak))

extern "C" {

ALLFOLD_PMPI int PMPI_Allreduce(const void* sendbuf, void* recvbuf, int count,
                                MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return serve(
      of_allreduce(sendbuf, recvbuf, count, datatype, op, comm, __builtin_return_address(0)));
}

ALLFOLD_PMPI int PMPI_Reduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
                             MPI_Op op, int root, MPI_Comm comm) {
  return serve(
      of_reduce(sendbuf, recvbuf, count, datatype, op, root, comm, __builtin_return_address(0)));
}

ALLFOLD_PMPI int PMPI_Init(int* argc, char*** argv) {
  return after_init(process().native().init(argc, argv));
}

ALLFOLD_PMPI int PMPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  return after_init(process().native().init_thread(argc, argv, required, provided));
}

ALLFOLD_PMPI int PMPI_Finalize() { return allfold::mpi::finalize(); }

ALLFOLD_MPI int MPI_Allreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
                              MPI_Op op, MPI_Comm comm) {
  const Arguments call =
      of_allreduce(sendbuf, recvbuf, count, datatype, op, comm, __builtin_return_address(0));
  return has_no_tool(&Tool::allreduce) ? serve(call) : serve_by_tool(call);
}

ALLFOLD_MPI int MPI_Reduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
                           MPI_Op op, int root, MPI_Comm comm) {
  const Arguments call =
      of_reduce(sendbuf, recvbuf, count, datatype, op, root, comm, __builtin_return_address(0));
  return has_no_tool(&Tool::reduce) ? serve(call) : serve_by_tool(call);
}

ALLFOLD_MPI int MPI_Init(int* argc, char*** argv) {
  if (const auto next = process().tool().init; next != nullptr) return next(argc, argv);
  return PMPI_Init(argc, argv);
}

ALLFOLD_MPI int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  if (const auto next = process().tool().init_thread; next != nullptr)
    return next(argc, argv, required, provided);
  return PMPI_Init_thread(argc, argv, required, provided);
}

ALLFOLD_MPI int MPI_Finalize() {
  if (const auto next = process().tool().finalize; next != nullptr) return next();
  return PMPI_Finalize();
}

ALLFOLD_PMPI int PMPI_Abort(MPI_Comm comm, int errorcode) {
  allfold::mpi::write_partial_profile(process(), allfold::mpi::Ending::by_abort);
  allfold::mpi::report_own_comparisons(process(), allfold::mpi::Ending::by_abort);
  return process().native().abort(comm, errorcode);
}

ALLFOLD_MPI int MPI_Abort(MPI_Comm comm, int errorcode) {
  if (const auto next = process().tool().abort; next != nullptr) return next(comm, errorcode);
  return PMPI_Abort(comm, errorcode);
}

ALLFOLD_PMPI int PMPI_Comm_free(MPI_Comm* comm) {
  return allfold::mpi::free_communicator(process().native().comm_free, comm);
}

ALLFOLD_PMPI int PMPI_Comm_disconnect(MPI_Comm* comm) {
  return allfold::mpi::free_communicator(process().native().comm_disconnect, comm);
}

ALLFOLD_MPI int MPI_Comm_free(MPI_Comm* comm) {
  if (const auto next = process().tool().comm_free; next != nullptr) return next(comm);
  return PMPI_Comm_free(comm);
}

ALLFOLD_MPI int MPI_Comm_disconnect(MPI_Comm* comm) {
  if (const auto next = process().tool().comm_disconnect; next != nullptr) return next(comm);
  return PMPI_Comm_disconnect(comm);
}

ALLFOLD_PMPI int PMPI_Comm_dup(MPI_Comm comm, MPI_Comm* newcomm) {
  return use_attributes(process().native().comm_dup, comm, newcomm);
}

ALLFOLD_PMPI int PMPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm) {
  return use_attributes(process().native().comm_dup_with_info, comm, info, newcomm);
}

ALLFOLD_PMPI int PMPI_Comm_idup(MPI_Comm comm, MPI_Comm* newcomm, MPI_Request* request) {
  return use_attributes(process().native().comm_idup, comm, newcomm, request);
}

ALLFOLD_MPI int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* newcomm) {
  if (const auto next = process().tool().comm_dup; next != nullptr) return next(comm, newcomm);
  return PMPI_Comm_dup(comm, newcomm);
}

ALLFOLD_MPI int MPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm) {
  if (const auto next = process().tool().comm_dup_with_info; next != nullptr)
    return next(comm, info, newcomm);
  return PMPI_Comm_dup_with_info(comm, info, newcomm);
}

ALLFOLD_MPI int MPI_Comm_idup(MPI_Comm comm, MPI_Comm* newcomm, MPI_Request* request) {
  if (const auto next = process().tool().comm_idup; next != nullptr)
    return next(comm, newcomm, request);
  return PMPI_Comm_idup(comm, newcomm, request);
}

#ifdef ALLFOLD_HAS_COMM_IDUP_WITH_INFO
ALLFOLD_PMPI int PMPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm,
                                          MPI_Request* request) {
  return use_attributes(process().native().comm_idup_with_info, comm, info, newcomm, request);
}

ALLFOLD_MPI int MPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm,
                                        MPI_Request* request) {
  if (const auto next = process().tool().comm_idup_with_info; next != nullptr)
    return next(comm, info, newcomm, request);
  return PMPI_Comm_idup_with_info(comm, info, newcomm, request);
}
#endif

ALLFOLD_PMPI int PMPI_Comm_delete_attr(MPI_Comm comm, int keyval) {
  return use_attributes(process().native().comm_delete_attr, comm, keyval);
}

ALLFOLD_PMPI int PMPI_Attr_delete(MPI_Comm comm, int keyval) {
  return use_attributes(process().native().attr_delete, comm, keyval);
}

ALLFOLD_MPI int MPI_Comm_delete_attr(MPI_Comm comm, int keyval) {
  if (const auto next = process().tool().comm_delete_attr; next != nullptr)
    return next(comm, keyval);
  return PMPI_Comm_delete_attr(comm, keyval);
}

ALLFOLD_MPI int MPI_Attr_delete(MPI_Comm comm, int keyval) {
  if (const auto next = process().tool().attr_delete; next != nullptr) return next(comm, keyval);
  return use_attributes(process().native().attr_delete, comm, keyval);
}
}
