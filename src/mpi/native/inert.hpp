/// @file Processes in which Allfold does nothing: each override is a jump to the next function.
///
/// Nothing else of Allfold is used in them: no memory is allocated, and no file is opened.
#pragma once

#include "mpi/native/native.hpp"

namespace allfold::mpi::native {

/// Whether Allfold does nothing in this process, for one of these reasons:
/// - ALLFOLD_DISABLE is set to 1, or to something invalid;
/// - ALLFOLD_EXCLUDE names the program;
/// - the program uses another MPI library than the one for which this build was made. The handles
///   of the two differ, so Allfold could not read a single argument. This is said once per node.
///
/// Decided at the first use. A call that Allfold has served before needs not ask.
[[nodiscard]] bool is_inert() noexcept;

/// In an inert process: the next MPI_ functions in load order, of whatever comes next.
[[nodiscard]] const Entries& next_of_inert();
/// In an inert process: the next PMPI_ functions in load order.
[[nodiscard]] const Entries& next_native_of_inert();

}  // namespace allfold::mpi::native
