/// @file Recursive multiplying, as a composition.
#pragma once

#include <vector>

#include "algorithms/composition.hpp"

namespace allfold::algorithms {

/// The composition of 2^twos times the product of `rings`. Groups of up to `radix` ranks exchange
/// whole pieces in one round, larger rings in several, with at most `radix` - 1 messages a round.
[[nodiscard]] Composition multiplying_composition(int twos, const std::vector<int>& rings,
                                                  int radix);

}  // namespace allfold::algorithms
