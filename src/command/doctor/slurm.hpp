/// @file What `allfold doctor` tells about srun.
#pragma once

#include <optional>
#include <string_view>

#include "command/doctor/finding.hpp"

namespace allfold::command::doctor {

/// Whether srun can start programs of the MPI library `mpi` ("Open MPI 4.1.4") as ranks of one job.
/// Absent if there is no srun in PATH.
[[nodiscard]] std::optional<Finding> check_srun(std::string_view mpi);

}  // namespace allfold::command::doctor
