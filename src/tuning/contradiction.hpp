/// @file Contradiction: times that those of longer vectors show to have been disturbed.
#pragma once

#include <vector>

#include "rules/rules.hpp"

namespace allfold::tuning {

/// The shortest time of the same candidate for a longer vector, if it is shorter by more than
/// noise, the steps of an algorithm, and the speed of the machine explain. The MPI library's own
/// call, which takes turns in all visits, tells how slow the machine was.
///
/// Then something disturbed the candidate's turns at this point, before it was left out as slow.
/// Null if there is no such time, if the candidate was visited again, and for the MPI library's own
/// call, which may take another algorithm for longer vectors.
[[nodiscard]] const rules::MeasuredTime* contradiction_of(
    const rules::MeasuredTime& time, const rules::Measurement& point,
    const std::vector<rules::Measurement>& all);

}  // namespace allfold::tuning
