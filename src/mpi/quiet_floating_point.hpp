/// @file Floating-point exceptions of Allfold's own work, kept from the program.
#pragma once

#include <cfenv>
#include <cstdint>

namespace allfold::mpi {

/// While it lives, this thread has the floating-point environment in which programs start: nothing
/// traps, and numbers are rounded to nearest. At its end it is as it was, flags included. A program
/// may trap exceptions (gfortran -ffpe-trap, feenableexcept), and Fortran's `stop` prints the flags
/// that are raised: they are to be the program's own. And ranks that round in different ways are to
/// come to the same choice.
///
/// Not across a call that waits for other ranks: the MPI library may reduce there what the program has
/// begun to (MPI_Iallreduce), by the program's rounding.
///
/// On x86 fegetenv() and fesetenv() save and load the environment of x87, too, in a fifth of a
/// microsecond. Mostly that is as programs find it, and stays so, since arithmetic up to double does
/// without x87: then only its words of control and status are looked at.
class QuietFloatingPoint {
 public:
  QuietFloatingPoint() noexcept;
  ~QuietFloatingPoint();
  QuietFloatingPoint(const QuietFloatingPoint&) = delete;
  QuietFloatingPoint& operator=(const QuietFloatingPoint&) = delete;

 private:
#ifdef __x86_64__
  std::uint32_t sse_ = 0;          ///< as it was: control and flags
  bool is_x87_untouched_ = false;  ///< then before_ is not set
#endif
  std::fenv_t before_;
};

}  // namespace allfold::mpi
