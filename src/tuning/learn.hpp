/// @file Learning: the rules that follow from measurements.
#pragma once

#include <vector>

#include "rules/rules.hpp"
#include "select/untuned.hpp"

namespace allfold::tuning {

/// Whether `a` is quicker than `b` beyond noise: their intervals do not meet.
[[nodiscard]] bool is_quicker(const rules::MeasuredTime& a, const rules::MeasuredTime& b);

/// A rule for each collective, class of operations, number of ranks and of ranks on a node that
/// was measured. It has as few thresholds as noise lets it have: a candidate holds on from one
/// length of vectors to the next while it cannot be told from the quickest there; of several such,
/// what serves without rules stays. Thresholds lie at the geometric mean of the two lengths. A kernel
/// is taken only where it is within 15 % of the quickest and 1 % of the MPI library's own; that is
/// taken where there is no such kernel, and nowhere else.
[[nodiscard]] std::vector<rules::Rule> learn(std::vector<rules::Measurement> measurements,
                                             const select::Untuned& untuned);

}  // namespace allfold::tuning
