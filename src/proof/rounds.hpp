/// @file Execution round by round: receives posted, then blocking sends, then all receives awaited.
#pragma once

#include <cstddef>
#include <vector>

#include "proof/matching.hpp"

namespace allfold::proof {

/// Runs the programs of all ranks round by round. A send blocks until its receive is posted.
/// Requires a partner in `matching` for every message. Returns for each rank the first operation
/// that was not completed, or the number of its operations.
[[nodiscard]] std::vector<std::size_t> run_in_rounds(const std::vector<program::Program>& programs,
                                                     const Matching& matching);

}  // namespace allfold::proof
