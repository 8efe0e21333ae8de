/// @file Native call: the MPI library's own function serves.
#pragma once

#include "mpi/call.hpp"
#include "mpi/context.hpp"
#include "mpi/outcome.hpp"

namespace allfold::mpi {

class NativeCall {
 public:
  Outcome run(const Arguments& call, Context& context) const;
};

}  // namespace allfold::mpi
