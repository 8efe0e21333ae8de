/// @file Stopwatch: the duration of a call.
#pragma once

#include <mpi.h>

#include "mpi/native/quiet_floating_point.hpp"

namespace allfold::mpi::record {

class Stopwatch {
 public:
  Stopwatch() {
    const native::QuietFloatingPoint quiet;
    start_ = PMPI_Wtime();
  }
  [[nodiscard]] double seconds() const {
    const native::QuietFloatingPoint quiet;
    return PMPI_Wtime() - start_;
  }

 private:
  double start_ = 0;
};

}  // namespace allfold::mpi::record
