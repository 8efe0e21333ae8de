/// @file Wanted: what the ranks of a node want in calls on all ranks.
#pragma once

#include "node/wanted.hpp"
#include "schedule/collective.hpp"

namespace allfold::mpi::setup {

/// What ranks want in a call. `root` and `shares` have no meaning if the collective has none. Given
/// starts of shares must outlive the result.
[[nodiscard]] constexpr node::Wanted wanted_in(schedule::Collective collective, int root,
                                               const schedule::Shares& shares) {
  if (schedule::goes_in_shares(collective)) return shares;
  return schedule::has_root(collective) ? root : node::everyone;
}

/// What ranks want of vectors of `elements` elements, of which they have equal shares or rank 0 is
/// the root.
[[nodiscard]] constexpr node::Wanted usually_wanted_in(schedule::Collective collective, int ranks,
                                                       std::int64_t elements) {
  return wanted_in(collective, 0, {elements, ranks});
}

}  // namespace allfold::mpi::setup
