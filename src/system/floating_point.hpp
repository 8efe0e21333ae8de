/// @file The floating-point environment of a thread, taken and given back.
#pragma once

#include <cfenv>
#include <cstdint>

namespace allfold::system {

/// As fegetenv() and fesetenv(), which on x86 save and load all of the x87 coprocessor, in a tenth of a
/// microsecond. Mostly that is as programs find it, and stays so, since arithmetic up to double
/// does without it: then this looks at its words of control and status, and no more.
class FloatingPoint {
 public:
  /// Saves this thread's environment, and gives it that in which programs start, except that flags may
  /// be raised.
  void set_default() noexcept;
  /// Gives it what was saved, flags included.
  void restore() const noexcept;

 private:
#ifdef __x86_64__
  std::uint32_t sse_ = 0;          ///< control and flags
  bool is_x87_untouched_ = false;  ///< then all_ is not set
#endif
  std::fenv_t all_;
};

}  // namespace allfold::system
