/// @file Recursive multiplying, as a composition.
#pragma once

#include <vector>

#include "algorithms/composition.hpp"

namespace allfold::algorithms {

/// That of 2^twos times the product of the rings: groups of up to `radix` ranks exchange whole
/// pieces in one round, larger rings in several, all of at most `radix` - 1 messages.
[[nodiscard]] Composition multiplying_composition(int twos, const std::vector<int>& rings,
                                                  int radix);

}  // namespace allfold::algorithms
