/// @file The two implementations that are compared within one process.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <string>
#include <vector>

namespace allfold::bench {

enum class Collective { allreduce, reduce };

const char* name(Collective collective);  /// as in Allfold's interface: "allreduce", "reduce"

/// One implementation's entry points.
struct Library {
  decltype(&PMPI_Allreduce) allreduce;
  decltype(&PMPI_Reduce) reduce;
};

/// The MPI library's own. In this process the names MPI_X and PMPI_X both are Allfold's, so they
/// are looked up in the library itself. Throws std::runtime_error if that is not to be found.
Library native_library();

/// What a program that is linked with Allfold gets.
Library allfold_library();

/// Which of Allfold's kernels run, by its own count.
class KernelCounter {
 public:
  explicit KernelCounter(Collective collective);

  /// The kernels that ran since the last call, joined by '+'; empty if Allfold saw no call at all.
  std::string ran();

 private:
  Collective collective_;
  std::vector<std::string> kernels_;
  std::vector<std::uint64_t> calls_;
};

}  // namespace allfold::bench
