/// @file Scene: a saved call, distributed to the ranks of a job.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <string>
#include <vector>

#include "comparison/saved_call.hpp"

namespace allfold::command::replay {

/// What each rank holds of the call.
struct Scene {
  MPI_Comm comm = MPI_COMM_NULL;
  int rank = 0;
  comparison::SavedCall call = {};  ///< vectors on rank 0 only
  MPI_Datatype datatype = MPI_DATATYPE_NULL;
  MPI_Op op = MPI_OP_NULL;
  std::vector<std::byte> input = {};       ///< of this rank
  std::vector<std::byte> reference = {};   ///< the result with which others are compared
  std::vector<std::byte> magnitudes = {};  ///< of all inputs

  [[nodiscard]] bool has_result() const {
    return schedule::gets_result(call.collective, call.root, rank);
  }
};

/// Collective. Rank 0 reads the file and sends the others what they need. Throws UsageError on all
/// ranks if the file cannot be used here.
[[nodiscard]] Scene set_scene(const std::string& file, MPI_Comm comm);

}  // namespace allfold::command::replay
