/// @file Visits: a point that is measured more than once.
#pragma once

#include "rules/rules.hpp"

namespace allfold::tuning {

/// Adds to what is known of a point what one more visit saw of it. Times count relative to the MPI
/// library's own in the same visit, which both have, since how fast a machine is at the moment hits
/// all alike: what visits saw differently beyond that widens the intervals, as does each one's own
/// noise. A median is the geometric mean of those of its visits; of three or more those are left out that
/// lie far from the others, since something disturbed them.
/// What was judged before is void: the turns of this visit may have chosen.
void add_visit(rules::Measurement& known, const rules::Measurement& visit);

}  // namespace allfold::tuning
