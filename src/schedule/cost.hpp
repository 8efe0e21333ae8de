/// @file Cost: how long programs take on ideal machines.
#pragma once

#include <vector>

#include "schedule/link.hpp"

namespace allfold {

/// A machine on which a message of x bytes costs alpha + x*beta and reducing x bytes costs x*gamma.
/// Each rank sends one message and receives one at a time, both at full speed. Here a whole vector
/// is one byte, so that costs are in multiples of it.
struct IdealMachine {
  double alpha = 0;  ///< seconds a message
  double beta = 0;   ///< seconds a vector sent
  double gamma = 0;  ///< seconds a vector reduced
};

/// The time until all ranks are done, when all begin at once.
[[nodiscard]] double critical_path(const std::vector<Program>& programs,
                                   const IdealMachine& machine);

/// The coefficients of a cost formula: rounds*alpha + volume*m*beta + reductions*m*gamma.
struct Cost {
  double rounds = 0;
  double volume = 0;
  double reductions = 0;
};

/// Each coefficient by itself: the critical path when only it counts.
[[nodiscard]] Cost cost_of(const std::vector<Program>& programs);

}  // namespace allfold
