/// @file Values of elements as text.
#pragma once

#include <string>

#include "comparison/rule.hpp"

namespace allfold::comparison {

/// "0.1"; "(1, -2)" for complex numbers; "(0.5, 3)" for pairs; "0x0a1b" for bytes of an unknown
/// type. Enough digits to distinguish any two values; 21 digits for quadruple precision.
[[nodiscard]] std::string text_of(const Form& form, const void* element);

}  // namespace allfold::comparison
