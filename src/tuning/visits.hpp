/// @file Visits: a point that is measured more than once.
#pragma once

#include <vector>

#include "rules/rules.hpp"

namespace allfold::tuning {

/// Adds to what is known of a point what one more visit saw of it. Times count relative to the MPI
/// library's own in the same visit, which both have, since how fast a machine is at the moment hits
/// all alike: what visits saw differently beyond that widens the intervals, as does each one's own
/// noise. A median is the geometric mean of those of its visits. What was judged before is void:
/// the turns of this visit may have chosen.
///
/// `all` are the points measured: a time that they contradict (contradiction.hpp) is replaced by
/// that of the visit.
void add_visit(rules::Measurement& known, const rules::Measurement& visit,
               const std::vector<rules::Measurement>& all);

}  // namespace allfold::tuning
