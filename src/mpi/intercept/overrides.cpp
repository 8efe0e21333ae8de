/// The MPI functions that Allfold overrides. It defines both names of each, so that tools that
/// define MPI_X can run above Allfold.
///
/// - In a process in which Allfold does nothing, each passes the call to the next function.
/// - PMPI_X serves the call.
/// - MPI_X passes the call to the next MPI_X in load order if a tool defines it: the tool calls
///   PMPI_X. Otherwise MPI_X serves the call. It is weak, so that a tool in a static library can
///   define it in the same program.
///
/// All are in one file, so that a linker takes all of them from a static library, or none.
#include <mpi.h>

#include <type_traits>

#include "mpi/communicator/attributes_in_use.hpp"
#include "mpi/communicator/lookup.hpp"
#include "mpi/compare/comparison_report.hpp"
#include "mpi/intercept/by_tool.hpp"
#include "mpi/intercept/finalize.hpp"
#include "mpi/intercept/initialize.hpp"
#include "mpi/intercept/serve.hpp"
#include "mpi/native/inert.hpp"
#include "mpi/observe/reports.hpp"
#include "mpi/observe/unused.hpp"
#include "mpi/state/process.hpp"

using allfold::mpi::state::process;
using allfold::schedule::Collective;

namespace {

using allfold::mpi::call::Arguments;
using allfold::mpi::call::CountType;
using allfold::mpi::intercept::serve;
using allfold::mpi::intercept::serve_by_tool;
using allfold::mpi::native::Entries;
using allfold::mpi::native::is_inert;
using allfold::mpi::state::Process;

/// The type of the counts of an override.
template <class Count>
constexpr CountType type_of =
    std::is_same_v<Count, int> ? CountType::of_int : CountType::of_64_bits;

// The arguments of the functions. `returns_to` is the return address of the override.
template <class Count>
Arguments of_allreduce(const void* send, void* receive, Count count, MPI_Datatype datatype,
                       MPI_Op op, MPI_Comm comm, const void* returns_to) {
  return {.collective = Collective::allreduce,
          .send = send,
          .receive = receive,
          .count = count,
          .datatype = datatype,
          .op = op,
          .root = 0,
          .comm = comm,
          .returns_to = returns_to,
          .count_type = type_of<Count>};
}
template <class Count>
Arguments of_reduce(const void* send, void* receive, Count count, MPI_Datatype datatype, MPI_Op op,
                    int root, MPI_Comm comm, const void* returns_to) {
  Arguments call = of_allreduce(send, receive, count, datatype, op, comm, returns_to);
  call.collective = Collective::reduce;
  call.root = root;
  return call;
}

template <class Count>
Arguments of_block(const void* send, void* receive, Count count, MPI_Datatype datatype, MPI_Op op,
                   MPI_Comm comm, const void* returns_to) {
  Arguments call = of_allreduce(send, receive, count, datatype, op, comm, returns_to);
  call.collective = Collective::reduce_scatter;
  return call;
}
template <class Count>
Arguments of_list(const void* send, void* receive, const Count* counts, MPI_Datatype datatype,
                  MPI_Op op, MPI_Comm comm, const void* returns_to) {
  Arguments call = of_block(send, receive, Count{0}, datatype, op, comm, returns_to);
  call.counts = Arguments::Counts::listed;
  call.list = counts;
  return call;
}

/// Serves a call of PMPI_X.
int serve_by_pmpi(const Arguments& call) {
  allfold::mpi::intercept::has_come_back = true;
  return serve(call);
}

/// Serves a call of MPI_X.
int serve_by_mpi(const Arguments& call) {
  return Process::has_no_tool() ? serve(call) : serve_by_tool(call);
}

/// A tool may have called Allfold's PMPI_Init, which has already done this.
int after_init(int error) {
  if (is_inert()) return error;
  if (error == MPI_SUCCESS && !process().has_begun) {
    allfold::mpi::intercept::watch_for_end();
    allfold::mpi::intercept::prepare();
  }
  return error;
}

int abort_by(decltype(&PMPI_Abort) next, MPI_Comm comm, int errorcode) {
  if (is_inert()) return next(comm, errorcode);
  allfold::mpi::observe::write_partial_profile(process(), allfold::mpi::state::Ending::by_abort);
  allfold::mpi::compare::report_own_comparisons(process(), allfold::mpi::state::Ending::by_abort);
  return next(comm, errorcode);
}

int finalize(decltype(&PMPI_Finalize) next) {
  return is_inert() ? next() : allfold::mpi::intercept::finalize(next);
}

int free_communicator(decltype(&PMPI_Comm_free) next, MPI_Comm* comm) {
  return is_inert() ? next(comm) : allfold::mpi::communicator::free_communicator(next, comm);
}

template <class... Rest>
int use_attributes(int (*next)(MPI_Comm, Rest...), MPI_Comm comm,
                   std::type_identity_t<Rest>... rest) {
  return is_inert() ? next(comm, rest...)
                    : allfold::mpi::communicator::use_attributes(next, comm, rest...);
}

/// The MPI library's function, behind Allfold's PMPI_X.
template <class Function>
Function native(Function Entries::*function) {
  if (is_inert()) return allfold::mpi::native::next_native_of_inert().*function;
  return process().native().*function;
}

/// The tool's function, or the MPI library's if there is no tool. What Allfold does around the call
/// is done whether the tool calls Allfold's PMPI_X or the MPI library's, which dlsym with RTLD_NEXT
/// finds from the tool.
template <class Function>
Function next(Function Entries::*function) {
  if (is_inert()) return allfold::mpi::native::next_of_inert().*function;
  const Function of_tool = process().tool().*function;
  return of_tool != nullptr ? of_tool : process().native().*function;
}

[[gnu::destructor]] void end_process() { allfold::mpi::observe::say_if_unused(); }

}  // namespace

#define ALLFOLD_PMPI __attribute__((visibility("default")))
#define ALLFOLD_MPI __attribute__((visibility("default"), weak))

extern "C" {

ALLFOLD_PMPI int PMPI_Allreduce(const void* sendbuf, void* recvbuf, int count,
                                MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return serve_by_pmpi(
      of_allreduce(sendbuf, recvbuf, count, datatype, op, comm, __builtin_return_address(0)));
}

ALLFOLD_PMPI int PMPI_Reduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
                             MPI_Op op, int root, MPI_Comm comm) {
  return serve_by_pmpi(
      of_reduce(sendbuf, recvbuf, count, datatype, op, root, comm, __builtin_return_address(0)));
}

ALLFOLD_PMPI int PMPI_Reduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount,
                                           MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return serve_by_pmpi(
      of_block(sendbuf, recvbuf, recvcount, datatype, op, comm, __builtin_return_address(0)));
}

ALLFOLD_PMPI int PMPI_Reduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[],
                                     MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return serve_by_pmpi(
      of_list(sendbuf, recvbuf, recvcounts, datatype, op, comm, __builtin_return_address(0)));
}

ALLFOLD_PMPI int PMPI_Init(int* argc, char*** argv) {
  return after_init(native(&Entries::init)(argc, argv));
}

ALLFOLD_PMPI int PMPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  return after_init(native(&Entries::init_thread)(argc, argv, required, provided));
}

ALLFOLD_PMPI int PMPI_Finalize() { return finalize(native(&Entries::finalize)); }

ALLFOLD_MPI int MPI_Allreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
                              MPI_Op op, MPI_Comm comm) {
  return serve_by_mpi(
      of_allreduce(sendbuf, recvbuf, count, datatype, op, comm, __builtin_return_address(0)));
}

ALLFOLD_MPI int MPI_Reduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
                           MPI_Op op, int root, MPI_Comm comm) {
  return serve_by_mpi(
      of_reduce(sendbuf, recvbuf, count, datatype, op, root, comm, __builtin_return_address(0)));
}

ALLFOLD_MPI int MPI_Reduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount,
                                         MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return serve_by_mpi(
      of_block(sendbuf, recvbuf, recvcount, datatype, op, comm, __builtin_return_address(0)));
}

ALLFOLD_MPI int MPI_Reduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[],
                                   MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return serve_by_mpi(
      of_list(sendbuf, recvbuf, recvcounts, datatype, op, comm, __builtin_return_address(0)));
}

#ifdef ALLFOLD_HAS_64_BIT_COUNTS
ALLFOLD_PMPI int PMPI_Allreduce_c(const void* sendbuf, void* recvbuf, MPI_Count count,
                                  MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return serve_by_pmpi(
      of_allreduce(sendbuf, recvbuf, count, datatype, op, comm, __builtin_return_address(0)));
}

ALLFOLD_PMPI int PMPI_Reduce_c(const void* sendbuf, void* recvbuf, MPI_Count count,
                               MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm) {
  return serve_by_pmpi(
      of_reduce(sendbuf, recvbuf, count, datatype, op, root, comm, __builtin_return_address(0)));
}

ALLFOLD_MPI int MPI_Allreduce_c(const void* sendbuf, void* recvbuf, MPI_Count count,
                                MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return serve_by_mpi(
      of_allreduce(sendbuf, recvbuf, count, datatype, op, comm, __builtin_return_address(0)));
}

ALLFOLD_MPI int MPI_Reduce_c(const void* sendbuf, void* recvbuf, MPI_Count count,
                             MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm) {
  return serve_by_mpi(
      of_reduce(sendbuf, recvbuf, count, datatype, op, root, comm, __builtin_return_address(0)));
}

ALLFOLD_PMPI int PMPI_Reduce_scatter_block_c(const void* sendbuf, void* recvbuf,
                                             MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op,
                                             MPI_Comm comm) {
  return serve_by_pmpi(
      of_block(sendbuf, recvbuf, recvcount, datatype, op, comm, __builtin_return_address(0)));
}

ALLFOLD_PMPI int PMPI_Reduce_scatter_c(const void* sendbuf, void* recvbuf,
                                       const MPI_Count recvcounts[], MPI_Datatype datatype,
                                       MPI_Op op, MPI_Comm comm) {
  return serve_by_pmpi(
      of_list(sendbuf, recvbuf, recvcounts, datatype, op, comm, __builtin_return_address(0)));
}

ALLFOLD_MPI int MPI_Reduce_scatter_block_c(const void* sendbuf, void* recvbuf, MPI_Count recvcount,
                                           MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return serve_by_mpi(
      of_block(sendbuf, recvbuf, recvcount, datatype, op, comm, __builtin_return_address(0)));
}

ALLFOLD_MPI int MPI_Reduce_scatter_c(const void* sendbuf, void* recvbuf,
                                     const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op,
                                     MPI_Comm comm) {
  return serve_by_mpi(
      of_list(sendbuf, recvbuf, recvcounts, datatype, op, comm, __builtin_return_address(0)));
}
#endif

ALLFOLD_MPI int MPI_Init(int* argc, char*** argv) {
  return after_init(next(&Entries::init)(argc, argv));
}

ALLFOLD_MPI int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  return after_init(next(&Entries::init_thread)(argc, argv, required, provided));
}

ALLFOLD_MPI int MPI_Finalize() { return finalize(next(&Entries::finalize)); }

ALLFOLD_PMPI int PMPI_Abort(MPI_Comm comm, int errorcode) {
  return abort_by(native(&Entries::abort), comm, errorcode);
}

ALLFOLD_MPI int MPI_Abort(MPI_Comm comm, int errorcode) {
  return abort_by(next(&Entries::abort), comm, errorcode);
}

ALLFOLD_PMPI int PMPI_Comm_free(MPI_Comm* comm) {
  return free_communicator(native(&Entries::comm_free), comm);
}

ALLFOLD_PMPI int PMPI_Comm_disconnect(MPI_Comm* comm) {
  return free_communicator(native(&Entries::comm_disconnect), comm);
}

ALLFOLD_MPI int MPI_Comm_free(MPI_Comm* comm) {
  return free_communicator(next(&Entries::comm_free), comm);
}

ALLFOLD_MPI int MPI_Comm_disconnect(MPI_Comm* comm) {
  return free_communicator(next(&Entries::comm_disconnect), comm);
}

ALLFOLD_PMPI int PMPI_Comm_dup(MPI_Comm comm, MPI_Comm* newcomm) {
  return use_attributes(native(&Entries::comm_dup), comm, newcomm);
}

ALLFOLD_PMPI int PMPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm) {
  return use_attributes(native(&Entries::comm_dup_with_info), comm, info, newcomm);
}

ALLFOLD_PMPI int PMPI_Comm_idup(MPI_Comm comm, MPI_Comm* newcomm, MPI_Request* request) {
  return use_attributes(native(&Entries::comm_idup), comm, newcomm, request);
}

ALLFOLD_MPI int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* newcomm) {
  return use_attributes(next(&Entries::comm_dup), comm, newcomm);
}

ALLFOLD_MPI int MPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm) {
  return use_attributes(next(&Entries::comm_dup_with_info), comm, info, newcomm);
}

ALLFOLD_MPI int MPI_Comm_idup(MPI_Comm comm, MPI_Comm* newcomm, MPI_Request* request) {
  return use_attributes(next(&Entries::comm_idup), comm, newcomm, request);
}

#ifdef ALLFOLD_HAS_COMM_IDUP_WITH_INFO
ALLFOLD_PMPI int PMPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm,
                                          MPI_Request* request) {
  return use_attributes(native(&Entries::comm_idup_with_info), comm, info, newcomm, request);
}

ALLFOLD_MPI int MPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm,
                                        MPI_Request* request) {
  return use_attributes(next(&Entries::comm_idup_with_info), comm, info, newcomm, request);
}
#endif

ALLFOLD_PMPI int PMPI_Comm_delete_attr(MPI_Comm comm, int keyval) {
  return use_attributes(native(&Entries::comm_delete_attr), comm, keyval);
}

ALLFOLD_PMPI int PMPI_Attr_delete(MPI_Comm comm, int keyval) {
  return use_attributes(native(&Entries::attr_delete), comm, keyval);
}

ALLFOLD_MPI int MPI_Comm_delete_attr(MPI_Comm comm, int keyval) {
  return use_attributes(next(&Entries::comm_delete_attr), comm, keyval);
}

ALLFOLD_MPI int MPI_Attr_delete(MPI_Comm comm, int keyval) {
  return use_attributes(next(&Entries::attr_delete), comm, keyval);
}
}
