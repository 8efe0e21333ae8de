/// @file The floating-point environment of a thread, taken and given back.
#pragma once

#include <cfenv>
#include <cstdint>

namespace allfold::system {

/// As fegetenv() and fesetenv(), which on x86 save and load the environment of x87, too, in a fifth of a
/// microsecond. Mostly that is as programs find it, and stays so, since arithmetic up to double does
/// without x87: then only its words of control and status are looked at.
class FloatingPoint {
 public:
  /// Saves this thread's environment, and sets the one in which programs start, except that flags
  /// may be raised.
  void set_default() noexcept;
  /// After set_default(): sets what was saved, flags included.
  void restore() const noexcept;

 private:
#ifdef __x86_64__
  std::uint32_t sse_ = 0;          ///< control and flags
  bool is_x87_untouched_ = false;  ///< then all_ is not set
#endif
  std::fenv_t all_;
};

}  // namespace allfold::system
