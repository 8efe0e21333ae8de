/// @file Direct receives: a contribution that meets the rank's own input goes straight to the
/// result.
#pragma once

#include "schedule/schedule.hpp"

namespace allfold::program {

/// Where a round receives x and then forms result = input ∘ x (or x ∘ input), and the result's
/// blocks are still unused, x is received into the result: the reduction then touches two vectors
/// instead of three. Only for separate buffers: in place, the input lies there.
[[nodiscard]] schedule::Schedule with_direct_receives(schedule::Schedule schedule);

}  // namespace allfold::program
