#include "mpi/state/ending.hpp"

#include "mpi/machine/members.hpp"
#include "mpi/state/process.hpp"

namespace allfold::mpi::state {

std::string_view text_of(Ending ending) {
  return ending == Ending::by_abort ? "the program called MPI_Abort"
                                    : "the program ended without MPI_Finalize";
}

bool OwnReport::is_due(const Process& process, Ending ending) {
  // The MPI library may call exit() when it aborts, and a forked child is not a rank.
  if (!process.is_mpi_running() || process.is_forked() || was_due_.exchange(true)) return false;
  return ending == Ending::by_abort || machine::rank_in_world() == 0;
}

}  // namespace allfold::mpi::state
