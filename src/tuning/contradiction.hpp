/// @file Contradiction: times that must have been disturbed, because longer vectors take less.
#pragma once

#include <vector>

#include "rules/rules.hpp"

namespace allfold::tuning {

/// The shortest time of the same candidate for a longer vector, if it is so much shorter that
/// noise, steps of an algorithm and the speed of the machine cannot explain it. The speed of the
/// machine is that of the MPI library's own call, which takes turns in all visits: every point must
/// have its time.
///
/// In this case something disturbed the candidate's turns at this point before it was left out as
/// slow. Null if there is no such time, if the candidate has more than one visit, and for the MPI
/// library's own call, which may use another algorithm for longer vectors.
[[nodiscard]] const rules::MeasuredTime* contradiction_of(
    const rules::MeasuredTime& time, const rules::Measurement& point,
    const std::vector<rules::Measurement>& all);

}  // namespace allfold::tuning
