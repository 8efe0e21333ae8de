#include "mpi/call/call.hpp"

#include <new>

#include "mpi/native/predefined.hpp"
#include "mpi/state/process.hpp"

namespace allfold::mpi::call {

std::int64_t bytes_of(const Arguments& call) { return call.count * native::size_of(call.datatype); }

int raise_not_supported(const Arguments& call) {
  PMPI_Comm_call_errhandler(call.comm, MPI_ERR_UNSUPPORTED_OPERATION);
  return MPI_ERR_UNSUPPORTED_OPERATION;
}

bool is_counted_by(int rank, const Arguments& call) {
  if (!schedule::has_root(call.collective)) return rank == 0;
  int is_inter = 0;
  PMPI_Comm_test_inter(call.comm, &is_inter);
  return call.root == (is_inter != 0 ? MPI_ROOT : rank);
}

bool refuses_one_memory() {
  state::Process& own = state::process();
  state::Process::OneMemory known = own.one_memory.load(std::memory_order_relaxed);
  if (known != state::Process::OneMemory::not_asked)
    return known == state::Process::OneMemory::refused;
  try {
    MPI_Comm self = own.channels.self();
    if (self == MPI_COMM_NULL) return true;
    int number = 0;
    known = own.native().reduce(&number, &number, 1, MPI_INT, MPI_SUM, 0, self) == MPI_SUCCESS
                ? state::Process::OneMemory::accepted
                : state::Process::OneMemory::refused;
  } catch (const std::bad_alloc&) {
    return true;
  }
  own.one_memory.store(known, std::memory_order_relaxed);
  return known == state::Process::OneMemory::refused;
}

}  // namespace allfold::mpi::call
