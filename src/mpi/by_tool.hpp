/// @file Calls that go to a tool behind Allfold first, which is to call PMPI_X for them.
#pragma once

#include "mpi/call.hpp"

namespace allfold::mpi {

/// Whether PMPI_Allreduce or PMPI_Reduce of Allfold's has been called on this thread since it passed a
/// call on to a tool.
extern constinit thread_local bool has_come_back;

/// Passes a call on to the tool's function, or serves it where the tool has none.
///
/// A tool that looks the next PMPI_X up from where it is itself (dlsym with RTLD_NEXT) finds the MPI
/// library's, which has served the call by the time that Allfold can know. Such calls go on that way:
/// the results are right, and so is what the tool counts, which it would not be if its function were left
/// out. The call is noted as a native one, and rank 0 says once what to do.
int serve_by_tool(const Arguments& call);

}  // namespace allfold::mpi
