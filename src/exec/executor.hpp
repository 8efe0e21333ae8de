/// @file The executor: runs a linked Program on real memory.
///
/// It follows the rules of `link` exactly. Short vectors run round by round, which takes the fewest
/// calls of the MPI library, unless sends would wait for messages that they do not need; of those, and
/// of longer vectors, each operation starts when its own predecessors are complete. The checker
/// proves both.
///
/// Failures never hang the other ranks. A rank that fails (no memory, an error of the MPI library)
/// goes on with its program, but computes nothing and sends empty messages where elements are
/// expected; whoever receives one has failed too. So all ranks come to their end, and those that
/// could not get their result report an error.
#pragma once

#include "exec/interfaces.hpp"
#include "exec/prepared.hpp"
#include "exec/workspace.hpp"

namespace allfold::exec {

struct Surroundings {
  Transport& transport;
  Arithmetic& arithmetic;
  Workspace& workspace;
  Queues& queues;           ///< reserved for the program's operations, else memory is taken
  Status no_memory = 1;     ///< what to report when memory is short
  Status so_far = success;  ///< how the rank comes to the call: it may have failed before
};

/// Runs a program on the caller's vectors. Returns success, or the first error.
[[nodiscard]] Status execute(const Prepared& prepared, const void* input, void* result,
                             const Surroundings& surroundings);

}  // namespace allfold::exec
