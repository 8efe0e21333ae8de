/// @file Ruled ways: what rules say of the first way of long vectors through shared memory.
#pragma once

#include <optional>

#include "rules/rules.hpp"

namespace allfold::select {

/// That of the nearest length that the rules name for so many ranks of a node, of two that are as
/// near the shorter; none if none is within a factor of about four. The greatest power of two that
/// is not more than a vector's bytes is 2^size.
[[nodiscard]] std::optional<algorithms::Way> ruled_way(const rules::Rules& rules,
                                                       schedule::Collective collective, int ranks,
                                                       int size);

}  // namespace allfold::select
