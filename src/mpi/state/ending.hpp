/// @file Ending: how a program ends without MPI_Finalize.
#pragma once

namespace allfold::mpi::state {

/// By MPI_Abort, or by leaving main().
enum class Ending : unsigned char { by_abort, by_exit };

}  // namespace allfold::mpi::state
