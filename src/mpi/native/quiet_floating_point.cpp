#include "mpi/native/quiet_floating_point.hpp"

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace allfold::mpi::native {

#ifdef __x86_64__
namespace {

constexpr std::uint32_t all_flags = 0x3F;  // the same bits in SSE and x87
// No traps, and rounding to nearest; x87 with full precision.
constexpr std::uint32_t default_sse = 0x1F80;
constexpr std::uint16_t default_x87 = 0x037F;

std::uint16_t control_of_x87() {
  std::uint16_t control = 0;
  asm volatile("fnstcw %0" : "=m"(control));
  return control;
}

void set_control_of_x87(std::uint16_t control) { asm volatile("fldcw %0" : : "m"(control)); }

bool has_flags_of_x87() {
  std::uint16_t status = 0;
  asm volatile("fnstsw %0" : "=am"(status));
  return (status & all_flags) != 0;
}

void clear_flags_of_x87() { asm volatile("fnclex"); }

}  // namespace
#endif

QuietFloatingPoint::QuietFloatingPoint() noexcept {
#ifdef __x86_64__
  is_x87_untouched_ = control_of_x87() == default_x87 && !has_flags_of_x87();
  if (is_x87_untouched_) {
    sse_ = _mm_getcsr();
    if ((sse_ & ~all_flags) != default_sse) _mm_setcsr(default_sse);
    return;
  }
#endif
  std::fegetenv(&before_);
  std::fesetenv(FE_DFL_ENV);
}

QuietFloatingPoint::~QuietFloatingPoint() {
#ifdef __x86_64__
  if (is_x87_untouched_) {
    if (_mm_getcsr() != sse_) _mm_setcsr(sse_);
    if (has_flags_of_x87()) clear_flags_of_x87();
    if (control_of_x87() != default_x87) set_control_of_x87(default_x87);
    return;
  }
#endif
  std::fesetenv(&before_);
}

}  // namespace allfold::mpi::native
