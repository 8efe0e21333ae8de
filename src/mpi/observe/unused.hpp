/// @file Programs whose reductions Allfold does not see.
#pragma once

#include "select/configuration.hpp"

namespace allfold::mpi::observe {

/// Whether the user wants to hear what Allfold has done, or why it has done nothing.
[[nodiscard]] bool expects_reports(const select::Configuration& configuration);

/// Called when the process ends. If the user has asked for reports, rank 0 of an MPI program prints
/// that no reduction was seen. Either the program makes none, or it takes MPI's functions from a
/// handle of the MPI library. In that case this is the first code of Allfold that runs.
void say_if_unused() noexcept;

}  // namespace allfold::mpi::observe
