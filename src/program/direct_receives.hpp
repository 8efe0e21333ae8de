/// @file Direct receives: a contribution that is reduced with the rank's own input is received into
/// the result.
#pragma once

#include "schedule/schedule.hpp"

namespace allfold::program {

/// If a round receives x and then forms result = input ∘ x (or x ∘ input), and the result's blocks
/// are still unused, x is received into the result: the reduction then touches two vectors instead
/// of three. Only for separate buffers, because in place the result contains the input.
[[nodiscard]] schedule::Schedule with_direct_receives(schedule::Schedule schedule);

}  // namespace allfold::program
