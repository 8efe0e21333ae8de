/// @file Ruled ways: what rules say of the first way of long vectors through shared memory.
#pragma once

#include <cstdint>
#include <optional>

#include "rules/rules.hpp"

namespace allfold::select {

/// The way that the rules name for the nearest length on `ranks` ranks of a node, the shorter of
/// two that are equally near; none if no length is within a factor of about four. Lengths are
/// compared by the largest power of two that does not exceed them.
[[nodiscard]] std::optional<algorithms::Way> ruled_way(const rules::Rules& rules,
                                                       schedule::Collective collective, int ranks,
                                                       std::int64_t bytes);

}  // namespace allfold::select
