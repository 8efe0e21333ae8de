#include "mpi/call.hpp"

#include <dlfcn.h>

namespace allfold::mpi {

bool refuses_one_memory() {
  static const auto* const looks =
      static_cast<const bool*>(dlsym(RTLD_DEFAULT, "ompi_mpi_param_check"));
  return looks == nullptr || *looks;
}

int pass_on(const Native& native, const Arguments& call) {
  return call.collective == schedule::Collective::allreduce
             ? native.allreduce(call.send, call.receive, call.count, call.datatype, call.op,
                                call.comm)
             : native.reduce(call.send, call.receive, call.count, call.datatype, call.op, call.root,
                             call.comm);
}

}  // namespace allfold::mpi
