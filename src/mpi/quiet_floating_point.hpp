/// @file Floating-point exceptions of Allfold's own work, kept from the program.
#pragma once

#include <cfenv>

namespace allfold::mpi {

/// While it lives, no floating-point exception traps in this thread; at its end the flags and traps
/// are as they were. A program may trap exceptions (gfortran -ffpe-trap, feenableexcept), and
/// Fortran's `stop` prints the flags that are raised: they are to be the program's own.
class QuietFloatingPoint {
 public:
  QuietFloatingPoint() { std::feholdexcept(&before_); }
  ~QuietFloatingPoint() { std::fesetenv(&before_); }
  QuietFloatingPoint(const QuietFloatingPoint&) = delete;
  QuietFloatingPoint& operator=(const QuietFloatingPoint&) = delete;

 private:
  std::fenv_t before_ = {};
};

}  // namespace allfold::mpi
