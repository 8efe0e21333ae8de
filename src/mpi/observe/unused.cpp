#include "mpi/observe/unused.hpp"

#include <mpi.h>

#include <cerrno>
#include <new>

#include "mpi/machine/machine.hpp"
#include "mpi/messages/backend.hpp"
#include "mpi/native/inert.hpp"
#include "mpi/state/process.hpp"
#include "mpi/user/print.hpp"
#include "text/format.hpp"

namespace allfold::mpi::observe {

bool expects_reports(const select::Configuration& configuration) {
  return configuration.unused == select::Unused::say || configuration.statistics > 0 ||
         configuration.profile != "none" || configuration.mode == select::Mode::compare;
}

void say_if_unused() noexcept {
  if (native::is_inert()) return;
  // Shells and launchers load the library, too. A simulator ends once for all its ranks.
  int is_mpi_program = 0;
  if (messages::ranks_are_processes) PMPI_Initialized(&is_mpi_program);
  if (is_mpi_program == 0) return;
  try {
    const state::Process& own = state::process();
    if (own.is_forked() || own.counts.has_any() || !machine::is_first_rank_of_job() ||
        !expects_reports(own.settings()->configuration))
      return;
    user::say(
        text::format("notice: {}: no reduction reached Allfold on rank 0: the "
                     "program makes none, or looks them up in the MPI library (dlopen, Python's "
                     "ctypes, MPI.jl); run 'allfold doctor PROGRAM'",
                     program_invocation_short_name));
  } catch (const std::bad_alloc&) {
    // The message is lost.
  }
}

}  // namespace allfold::mpi::observe
