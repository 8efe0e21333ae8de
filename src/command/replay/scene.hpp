/// @file Scene: a saved call on the ranks of a job.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <string>
#include <vector>

#include "comparison/saved_call.hpp"

namespace allfold::command::replay {

/// What every rank has of the call.
struct Scene {
  MPI_Comm comm = MPI_COMM_NULL;
  int rank = 0;
  comparison::SavedCall call = {};  ///< with vectors on rank 0 alone
  MPI_Datatype datatype = MPI_DATATYPE_NULL;
  MPI_Op op = MPI_OP_NULL;
  std::vector<std::byte> input = {};       ///< this rank's
  std::vector<std::byte> reference = {};   ///< the result that others are compared with
  std::vector<std::byte> magnitudes = {};  ///< of all inputs

  [[nodiscard]] bool has_result() const {
    return call.collective == schedule::Collective::allreduce || rank == call.root;
  }
};

/// Collective: rank 0 reads the file, and tells the others what they need. Throws UsageError, on all
/// ranks, where it cannot be used here.
[[nodiscard]] Scene set_scene(const std::string& file, MPI_Comm comm);

}  // namespace allfold::command::replay
