/// @file The executor: runs a linked Program on real memory.
///
/// It follows the rules of `link` exactly. Short vectors run round by round, which takes the fewest
/// calls of the MPI library; longer ones in the order of data: each operation starts when its own
/// predecessors are complete. The checker proves both.
///
/// Failures never hang the other ranks. A rank that fails (no memory, an error of the MPI library)
/// goes on with its program, but computes nothing and sends empty messages where elements are
/// expected; whoever receives one has failed too. So all ranks come to their end, and those that
/// could not get their result report an error.
#pragma once

#include "exec/interfaces.hpp"
#include "exec/layout.hpp"
#include "exec/workspace.hpp"
#include "schedule/link.hpp"

namespace allfold {

/// The caller's vectors, each of `elements` elements.
struct Vectors {
  std::int64_t elements = 0;
  Layout layout;
  const void* input = nullptr;  ///< unused when the program is linked in place
  void* result = nullptr;
  /// Whether the caller gives memory for the result; else the executor brings its own.
  enum class Result : std::uint8_t { given, work_buffer } result_memory = Result::given;

  /// The same vectors without their first elements.
  [[nodiscard]] Vectors after(std::int64_t first) const;
};

struct Surroundings {
  Transport& transport;
  Arithmetic& arithmetic;
  Workspace& workspace;
  /// Messages up to this many bytes run round by round, where the program allows.
  std::int64_t short_message = 0;
  Status no_memory = 1;  ///< what to report when memory is short
};

/// Runs `program` on the caller's vectors. Returns success, or the first error.
[[nodiscard]] Status execute(const Program& program, const Vectors& vectors,
                             const Surroundings& surroundings);

}  // namespace allfold
