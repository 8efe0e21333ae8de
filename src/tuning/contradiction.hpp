/// @file Contradiction: times that those of longer vectors show to have been disturbed.
#pragma once

#include <vector>

#include "rules/rules.hpp"

namespace allfold::tuning {

/// The time of the same candidate for a longer vector, that of the least, if it is shorter by more than
/// noise and steps of an algorithm explain: what disturbed the turns at the point, before it was left
/// out as slow, tells nothing of the candidate. Null if there is none; of what was visited again; and of
/// the MPI library's own call, which may really take another algorithm there.
[[nodiscard]] const rules::MeasuredTime* contradiction_of(
    const rules::MeasuredTime& time, const rules::Measurement& point,
    const std::vector<rules::Measurement>& all);

}  // namespace allfold::tuning
