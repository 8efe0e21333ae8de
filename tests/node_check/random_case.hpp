/// @file Random case: any calls on any hierarchy.
#pragma once

#include <cstdint>

#include "node_check/checked_ranks.hpp"

namespace allfold::testing {

/// The case of a seed, on 2 to 8 ranks.
[[nodiscard]] Case random_case(std::uint64_t seed);

}  // namespace allfold::testing
