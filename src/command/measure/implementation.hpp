/// @file The two implementations that are compared within one process.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "schedule/collective.hpp"

namespace allfold::command::measure {

/// The functions of one implementation.
struct Implementation {
  std::string name;
  decltype(&MPI_Allreduce) allreduce;
  decltype(&MPI_Reduce) reduce;
  decltype(&MPI_Reduce_scatter) reduce_scatter;
  decltype(&MPI_Reduce_scatter_block) reduce_scatter_block;
};

/// The MPI library's own functions. In this process both MPI_X and PMPI_X are Allfold's, so they
/// are looked up in the library itself. Throws std::runtime_error if the library is not found.
[[nodiscard]] Implementation native_implementation();

/// The functions that a program linked with Allfold calls.
[[nodiscard]] Implementation allfold_implementation();

/// What served calls of Allfold.
struct Served {
  std::string by = {};   ///< kernels, joined by "+"
  std::string why = {};  ///< reasons as in the table of ALLFOLD_STATS, joined by "; "
};

/// Finds out which of Allfold's kernels ran, and why, from Allfold's statistics.
class KernelCounter {
 public:
  explicit KernelCounter(schedule::Collective collective);

  /// What ran since the last call. Throws std::runtime_error if Allfold counted no call, because
  /// then something else was measured.
  Served ran();

 private:
  [[nodiscard]] std::uint64_t calls(const std::string& kernel) const;
  /// The present numbers of calls by reason.
  [[nodiscard]] std::map<std::string, std::uint64_t> reasons(const std::string& kernel) const;

  schedule::Collective collective_;
  std::vector<std::string> kernels_;
  std::vector<std::uint64_t> calls_;
  std::vector<std::map<std::string, std::uint64_t>> reasons_;
};

}  // namespace allfold::command::measure
