/// @file The executor: runs a linked Program on real memory.
///
/// It follows the rules of `link` exactly, in one of two ways, both of which the checker proves:
///  - Round by round, with the fewest calls of the MPI library: for short vectors, unless sends
///    would wait for messages that they do not need.
///  - In the order of data, otherwise: each operation starts when its own predecessors are
///    complete.
///
/// Failures never hang the other ranks. A rank that fails (no memory, an error of the MPI library)
/// continues with its program, but computes nothing and sends empty messages where elements are
/// expected. A rank that receives an empty message has failed, too. Therefore all ranks reach the
/// end of their programs, and those that could not get their result report an error.
#pragma once

#include "exec/interfaces.hpp"
#include "exec/prepared.hpp"
#include "exec/workspace.hpp"

namespace allfold::exec {

struct Surroundings {
  Transport& transport;
  Arithmetic& arithmetic;
  Workspace& workspace;
  Queues& queues;           ///< reserved for the program's operations, otherwise they allocate
  Status no_memory = 1;     ///< the error to report if memory cannot be allocated
  Status so_far = success;  ///< the rank's status before the call, as it may have failed already
};

/// Runs a program on the caller's vectors. Returns success, or the first error.
[[nodiscard]] Status execute(const Prepared& prepared, const void* input, void* result,
                             const Surroundings& surroundings);

}  // namespace allfold::exec
