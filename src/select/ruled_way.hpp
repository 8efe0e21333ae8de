/// @file Ruled ways: what rules say of the first way of long vectors through shared memory.
#pragma once

#include <cstdint>
#include <optional>

#include "rules/rules.hpp"

namespace allfold::select {

/// That of the nearest length that the rules name for so many ranks of a node, of two that are as
/// near the shorter; none if none is within a factor of about four. Lengths are compared by the
/// greatest power of two that is not more than they.
[[nodiscard]] std::optional<algorithms::Way> ruled_way(const rules::Rules& rules,
                                                       schedule::Collective collective, int ranks,
                                                       std::int64_t bytes);

}  // namespace allfold::select
