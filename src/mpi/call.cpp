#include "mpi/call.hpp"

#include <new>

#include "mpi/predefined.hpp"
#include "mpi/process.hpp"

namespace allfold::mpi {

std::int64_t bytes_of(const Arguments& call) { return call.count * size_of(call.datatype); }

bool is_counted_by(int rank, const Arguments& call) {
  int is_inter = 0;
  PMPI_Comm_test_inter(call.comm, &is_inter);
  return is_inter != 0 && call.collective == schedule::Collective::reduce ? call.root == MPI_ROOT
                                                                          : rank == 0;
}

bool refuses_one_memory() {
  Process& own = process();
  Process::OneMemory known = own.one_memory.load(std::memory_order_relaxed);
  if (known != Process::OneMemory::not_asked) return known == Process::OneMemory::refused;
  try {
    MPI_Comm self = own.channels.self();
    if (self == MPI_COMM_NULL) return true;
    int number = 0;
    known = own.native().reduce(&number, &number, 1, MPI_INT, MPI_SUM, 0, self) == MPI_SUCCESS
                ? Process::OneMemory::accepted
                : Process::OneMemory::refused;
  } catch (const std::bad_alloc&) {
    return true;
  }
  own.one_memory.store(known, std::memory_order_relaxed);
  return known == Process::OneMemory::refused;
}

int pass_on(const Native& native, const Arguments& call) {
  return call.collective == schedule::Collective::allreduce
             ? native.allreduce(call.send, call.receive, call.count, call.datatype, call.op,
                                call.comm)
             : native.reduce(call.send, call.receive, call.count, call.datatype, call.op, call.root,
                             call.comm);
}

}  // namespace allfold::mpi
