/// @file Values of elements as text.
#pragma once

#include <string>

#include "comparison/rule.hpp"

namespace allfold::comparison {

/// "0.1", "(1, -2)" of complex numbers, "(0.5, 3)" of pairs, "0x0a1b" of bytes without a meaning.
/// All digits that tell values apart; of a quadruple-precision number 21 digits.
[[nodiscard]] std::string text_of(const Form& form, const void* element);

}  // namespace allfold::comparison
