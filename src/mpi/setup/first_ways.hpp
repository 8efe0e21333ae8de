/// @file First ways: the ways of long vectors that rules state, for the ranks of a node.
#pragma once

#include "mpi/setup/way_name.hpp"
#include "node/first_way.hpp"
#include "select/ruled_way.hpp"

namespace allfold::mpi::setup {

/// Which ranks get the result.
[[nodiscard]] constexpr node::CallClass::Results results_of(schedule::Collective collective) {
  using enum node::CallClass::Results;
  if (schedule::goes_in_shares(collective)) return own;
  return schedule::has_root(collective) ? of_root : of_all;
}

/// `ranks`: of a communicator; `ranks_on_node`: of them on this node.
struct RanksSharingMemory {
  int ranks = 2;
  int ranks_on_node = 2;
};
[[nodiscard]] inline node::FirstWays first_ways_of(const rules::Rules& rules,
                                                   const RanksSharingMemory& sharing) {
  node::FirstWays ways;
  if (rules.rules.empty()) return ways;
  for (int size = 0; size < node::FirstWays::sizes; ++size)
    for (const schedule::Collective collective : schedule::all_collectives)
      if (const auto ruled = select::ruled_way(rules, {.collective = collective,
                                                       .ranks = sharing.ranks,
                                                       .ranks_per_node = sharing.ranks_on_node,
                                                       .bytes = std::int64_t{1} << size}))
        if (const auto way = way_of(*ruled))
          ways.set({.results = results_of(collective), .size = size}, *way);
  return ways;
}

}  // namespace allfold::mpi::setup
