/// @file First ways: the ways of long vectors that rules state, for the ranks of a node.
#pragma once

#include <utility>

#include "mpi/setup/way_name.hpp"
#include "node/first_way.hpp"
#include "select/ruled_way.hpp"

namespace allfold::mpi::setup {

[[nodiscard]] inline node::FirstWays first_ways_of(const rules::Rules& rules, int ranks) {
  using Results = node::CallClass::Results;
  node::FirstWays ways;
  if (rules.ways.empty()) return ways;
  for (int size = 0; size < node::FirstWays::sizes; ++size)
    for (const auto& [collective, results] :
         {std::pair{schedule::Collective::allreduce, Results::of_all},
          std::pair{schedule::Collective::reduce, Results::of_root}})
      if (const auto ruled = select::ruled_way(rules, collective, ranks, std::int64_t{1} << size))
        if (const auto way = way_of(*ruled)) ways.set({.results = results, .size = size}, *way);
  return ways;
}

}  // namespace allfold::mpi::setup
