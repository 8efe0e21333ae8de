/// @file The two implementations that are compared within one process.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "schedule/schedule.hpp"

namespace allfold::command::measure {

/// One implementation's entry points.
struct Implementation {
  std::string name;
  decltype(&MPI_Allreduce) allreduce;
  decltype(&MPI_Reduce) reduce;
};

/// The MPI library's own. In this process the names MPI_X and PMPI_X both are Allfold's, so they
/// are looked up in the library itself. Throws std::runtime_error if that is not to be found.
[[nodiscard]] Implementation native_implementation();

/// What a program that is linked with Allfold gets.
[[nodiscard]] Implementation allfold_implementation();

/// What served calls of Allfold's.
struct Served {
  std::string by = {};   ///< kernels, joined by '+'
  std::string why = {};  ///< as its table of statistics says, joined by "; "
};

/// Which of Allfold's kernels run, and why, by its own count.
class KernelCounter {
 public:
  explicit KernelCounter(schedule::Collective collective);

  /// What ran since the last call. Throws std::runtime_error if Allfold saw no call at all: then
  /// something else was measured.
  Served ran();

 private:
  [[nodiscard]] std::uint64_t calls(const std::string& kernel) const;
  /// Calls by reason, as they are now.
  [[nodiscard]] std::map<std::string, std::uint64_t> reasons(const std::string& kernel) const;

  schedule::Collective collective_;
  std::vector<std::string> kernels_;
  std::vector<std::uint64_t> calls_;
  std::vector<std::map<std::string, std::uint64_t>> reasons_;
};

}  // namespace allfold::command::measure
