/// @file Proofs of programs that serve a task.
#pragma once

#include <vector>

#include "algorithms/task.hpp"
#include "proof/check.hpp"

namespace allfold::testing {

/// What the checker says of the programs of all ranks, if each rank wants what the task says.
[[nodiscard]] inline proof::Proof proof_of(const std::vector<program::Program>& programs,
                                           const algorithms::Task& task,
                                           schedule::OperandOrder order) {
  return proof::check(programs, proof::goal_of(task.recipients(), programs[0].blocks, order));
}

}  // namespace allfold::testing
