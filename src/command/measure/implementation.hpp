/// @file The two implementations that are compared within one process.
#pragma once

#include <mpi.h>

#include <cstdint>
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

/// Which of Allfold's kernels run, by its own count.
class KernelCounter {
 public:
  explicit KernelCounter(schedule::Collective collective);

  /// The kernels that ran since the last call, joined by '+'. Throws std::runtime_error if Allfold
  /// saw no call at all: then something else was measured.
  std::string ran();

 private:
  [[nodiscard]] std::uint64_t calls(const std::string& kernel) const;

  schedule::Collective collective_;
  std::vector<std::string> kernels_;
  std::vector<std::uint64_t> calls_;
};

}  // namespace allfold::command::measure
