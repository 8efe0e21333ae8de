#include "mpi/native.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>

#include "mpi/print.hpp"

namespace allfold {

namespace {

template <class Function>
Function next(const char* name) {
  void* address = dlsym(RTLD_NEXT, name);
  if (address == nullptr) {
    print(
        fmt::format("allfold: there is no {} (no MPI library is loaded after Allfold) load or link "
                    "Allfold before the MPI library\n",
                    name));
    std::abort();
  }
  return reinterpret_cast<Function>(address);
}

}  // namespace

Native find_native() {
  return {.allreduce = next<decltype(&PMPI_Allreduce)>("PMPI_Allreduce"),
          .reduce = next<decltype(&PMPI_Reduce)>("PMPI_Reduce"),
          .finalize = next<decltype(&PMPI_Finalize)>("PMPI_Finalize"),
          .comm_free = next<decltype(&PMPI_Comm_free)>("PMPI_Comm_free"),
          .comm_disconnect = next<decltype(&PMPI_Comm_disconnect)>("PMPI_Comm_disconnect")};
}

int pass_on(const Native& native, const Arguments& call) {
  return call.collective == Collective::allreduce
             ? native.allreduce(call.send, call.receive, call.count, call.datatype, call.op,
                                call.comm)
             : native.reduce(call.send, call.receive, call.count, call.datatype, call.op, call.root,
                             call.comm);
}

}  // namespace allfold
