/// @file Keeps floating-point exceptions of Allfold's own computations from the program.
#pragma once

#include <cfenv>
#include <cstdint>

namespace allfold::mpi::native {

/// While an object exists, this thread has the default floating-point environment: no traps, and
/// rounding to nearest. The destructor restores the previous environment, including its flags. A
/// program may trap exceptions (gfortran -ffpe-trap, feenableexcept), and Fortran's `stop` prints
/// the raised flags, which must be the program's own. Also, ranks with different rounding modes
/// must come to the same choice.
///
/// Must not exist during a call that waits for other ranks: the MPI library may there execute
/// reductions that the program has started (MPI_Iallreduce), which must use the program's rounding
/// mode.
///
/// On x86, fegetenv() and fesetenv() also save and load the x87 environment, which takes 0.2 µs.
/// Usually that has its default state and keeps it, since arithmetic up to double does not use x87.
/// Then only its control and status words are checked.
class QuietFloatingPoint {
 public:
  QuietFloatingPoint() noexcept;
  ~QuietFloatingPoint();
  QuietFloatingPoint(const QuietFloatingPoint&) = delete;
  QuietFloatingPoint& operator=(const QuietFloatingPoint&) = delete;

 private:
#ifdef __x86_64__
  std::uint32_t sse_ = 0;          ///< former control bits and flags
  bool is_x87_untouched_ = false;  ///< then before_ is not set
#endif
  std::fenv_t before_;
};

}  // namespace allfold::mpi::native
