/// @file The measured cases: each operation on each type, with its MPI handles.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <string>
#include <vector>

#include "ops/loops.hpp"

namespace allfold::bench {

struct Case {
  ops::ReductionOp op;
  ops::ElementType type;
  std::size_t bytes;  ///< size of one vector
  const ops::Loop* loop;
  MPI_Op mpi_op;
  MPI_Datatype mpi_type;

  [[nodiscard]] int elements() const { return static_cast<int>(bytes / ops::size_of(type)); }
};

/// For example "sum/float64/4KiB".
[[nodiscard]] std::string name_of(const Case& c);

/// For example "4KiB".
[[nodiscard]] std::string size_name(std::size_t bytes);

/// 4 KiB, which fits into any first-level cache; 256 KiB; and 32 MiB.
[[nodiscard]] const std::vector<std::size_t>& vector_sizes();

/// All cases, by size.
[[nodiscard]] std::vector<Case> all_cases();

/// Fills two vectors with ordinary numbers in random order.
void fill(const Case& c, void* left, void* right);

}  // namespace allfold::bench
