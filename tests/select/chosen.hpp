/// @file The choice without rules and measurements.
#pragma once

#include "select/choose.hpp"

namespace allfold::select {

inline Choice chosen(const Problem& problem, const Configuration& configuration = {},
                     Network network = Network::high_speed) {
  CandidateCache candidates;
  return choose(problem, configuration, knowledge_of(configuration, network), candidates);
}

}  // namespace allfold::select
