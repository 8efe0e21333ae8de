/// @file Floating-point exceptions of Allfold's own work, kept from the program.
#pragma once

#include "system/floating_point.hpp"

namespace allfold::mpi {

/// While it lives, this thread has the floating-point environment in which programs start: nothing
/// traps, and numbers are rounded to nearest. At its end it is as it was, flags included. A program
/// may trap exceptions (gfortran -ffpe-trap, feenableexcept), and Fortran's `stop` prints the flags
/// that are raised: they are to be the program's own. And ranks that round in different ways are to
/// come to the same choice.
///
/// Not across a call that waits for other ranks: the MPI library may reduce there what the program has
/// begun to (MPI_Iallreduce), by the program's rounding.
class QuietFloatingPoint {
 public:
  QuietFloatingPoint() { before_.set_default(); }
  ~QuietFloatingPoint() { before_.restore(); }
  QuietFloatingPoint(const QuietFloatingPoint&) = delete;
  QuietFloatingPoint& operator=(const QuietFloatingPoint&) = delete;

 private:
  system::FloatingPoint before_;
};

}  // namespace allfold::mpi
