/// @file Learning: the rules that follow from measurements.
#pragma once

#include <vector>

#include "rules/rules.hpp"
#include "select/untuned.hpp"

namespace allfold::tuning {

/// Whether `a` is faster than `b` beyond noise: their intervals do not overlap.
[[nodiscard]] bool is_quicker(const rules::MeasuredTime& a, const rules::MeasuredTime& b);

/// A rule for each collective, class of operations, number of ranks and of ranks per node that was
/// measured. A rule has as few thresholds as noise allows: a candidate is kept from one length of
/// vectors to the next as long as it cannot be distinguished from the fastest there. Of several
/// such candidates, the one that is chosen without rules is preferred. A threshold is the geometric
/// mean of two lengths. A kernel is chosen only if it is within 15 % of the fastest and within 1 %
/// of the MPI library's own call, which is chosen only if there is no such kernel.
[[nodiscard]] std::vector<rules::Rule> learn(std::vector<rules::Measurement> measurements,
                                             const select::Untuned& untuned);

}  // namespace allfold::tuning
