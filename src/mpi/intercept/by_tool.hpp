/// @file Calls that first go to a tool behind Allfold, which is expected to call PMPI_X.
#pragma once

#include "mpi/call/call.hpp"

namespace allfold::mpi::intercept {

/// Whether Allfold's PMPI_Allreduce or PMPI_Reduce has been called on this thread since a call was
/// passed to a tool.
extern constinit thread_local bool has_come_back;

/// Passes a call to the tool's function, or serves it if no tool defines the function.
///
/// A tool may look up the next PMPI_X from its own position in the load order (dlsym with
/// RTLD_NEXT). Then it finds the function of the MPI library, which has served the call before
/// Allfold knows of it. Allfold keeps passing calls to such tools: the results are correct, and
/// bypassing the tool would make its counts wrong. Such a call is recorded as native, and rank 0
/// prints once how to fix that.
int serve_by_tool(const call::Arguments& call);

}  // namespace allfold::mpi::intercept
