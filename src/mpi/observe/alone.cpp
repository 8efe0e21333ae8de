#include "mpi/observe/alone.hpp"

#include <cerrno>
#include <new>

#include "mpi/machine/machine.hpp"
#include "mpi/messages/backend.hpp"
#include "mpi/observe/unused.hpp"
#include "mpi/state/process.hpp"
#include "mpi/user/print.hpp"
#include "text/format.hpp"

namespace allfold::mpi::observe {

void warn_if_alone() noexcept {
  const machine::Launch launch = machine::launch();
  if (!messages::ranks_are_processes || launch.ranks < 2 || launch.rank != 0) return;
  try {
    if (!expects_reports(state::process().settings()->configuration)) return;
    user::say(text::format(
        "warning: {}: the launcher has started {} ranks, but MPI_COMM_WORLD has one: each of them "
        "is a job of its own: expected a launcher that {} knows; choose another --mpi of srun "
        "('srun --mpi=list' names them), or use the mpirun of that library",
        program_invocation_short_name, launch.ranks, machine::fingerprint_of_machine().mpi));
  } catch (const std::bad_alloc&) {
    // The message is lost.
  }
}

}  // namespace allfold::mpi::observe
