/// @file The share of a node's memory that a rank has.
#pragma once

#include <cstdint>
#include <string>

namespace allfold::mpi::machine {

/// Bytes of memory for each processor: of the node, or of this process's control group if that has
/// less. 0 if that is not known. `root` is prefixed to the paths of system files, for tests.
[[nodiscard]] std::int64_t memory_of_processor(const std::string& root = "");

}  // namespace allfold::mpi::machine
