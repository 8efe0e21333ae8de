#include "mpi/call.hpp"

#include "mpi/process.hpp"

namespace allfold::mpi {

bool refuses_one_memory() {
  static const bool refuses = [] {
    int number = 0;
    Process& own = process();
    return own.native().reduce(&number, &number, 1, MPI_INT, MPI_SUM, 0, own.channels.self()) !=
           MPI_SUCCESS;
  }();
  return refuses;
}

int pass_on(const Native& native, const Arguments& call) {
  return call.collective == schedule::Collective::allreduce
             ? native.allreduce(call.send, call.receive, call.count, call.datatype, call.op,
                                call.comm)
             : native.reduce(call.send, call.receive, call.count, call.datatype, call.op, call.root,
                             call.comm);
}

}  // namespace allfold::mpi
