/// @file Execution round by round: receives posted, then blocking sends, then all receives awaited.
#pragma once

#include <cstddef>
#include <vector>

#include "proof/matching.hpp"

namespace allfold::proof {

/// Runs the programs of all ranks round by round where a send blocks until its receive is posted.
/// Every message has a partner in `matching`. Returns for each rank the first operation that was
/// not completed, or the number of its operations.
[[nodiscard]] std::vector<std::size_t> run_in_rounds(const std::vector<program::Program>& programs,
                                                     const Matching& matching);

}  // namespace allfold::proof
