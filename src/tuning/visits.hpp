/// @file Visits: a point that is measured more than once.
#pragma once

#include "rules/rules.hpp"

namespace allfold::tuning {

/// Adds the times of one more visit to those that are known of a point. Both must have the MPI
/// library's own call: times are taken relative to that call in the same visit, because the
/// momentary speed of a machine affects all candidates alike. Further differences between visits
/// widen the intervals, as does the noise of each visit. A median is the geometric mean of the
/// medians of the visits; of three or more visits, those that are far from the others are left out
/// as disturbed.
///
/// An earlier judgement is dropped, because the turns of this visit may be used for the choice.
void add_visit(rules::Measurement& known, const rules::Measurement& visit);

}  // namespace allfold::tuning
