/// @file Verdict: what the comparison of two results says.
#pragma once

#include <cstdint>

namespace allfold::comparison {

/// In order of severity.
enum class Verdict : std::uint8_t {
  same,
  within,           ///< they differ within the bound, by rounding
  order_sensitive,  ///< they differ, and no bound is known
  unexplained,      ///< a user-defined operation, and they differ by more than rounding explains
  mismatch,         ///< no order of the operands explains the difference: one result is wrong
};

}  // namespace allfold::comparison
