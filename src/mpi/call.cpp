#include "mpi/call.hpp"

namespace allfold::mpi {

int pass_on(const Native& native, const Arguments& call) {
  return call.collective == schedule::Collective::allreduce
             ? native.allreduce(call.send, call.receive, call.count, call.datatype, call.op,
                                call.comm)
             : native.reduce(call.send, call.receive, call.count, call.datatype, call.op, call.root,
                             call.comm);
}

}  // namespace allfold::mpi
