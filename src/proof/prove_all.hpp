/// @file Proofs of many kernels at once, on several processors.
#pragma once

#include <span>
#include <vector>

#include "proof/prove.hpp"

namespace allfold::proof {

/// Proves each kernel on each number of ranks, in the scope of that number, with `jobs` threads.
/// Returns a Tally for each kernel, in their order; failures are in the order of `ranks`, however
/// the threads shared the work.
[[nodiscard]] std::vector<Tally> prove_all(std::span<const algorithms::Kernel* const> kernels,
                                           std::span<const int> ranks, int jobs);

/// The number of processors of this node, at least one.
[[nodiscard]] int processors();

}  // namespace allfold::proof
