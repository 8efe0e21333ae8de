#include "mpi/intercept/server.hpp"

#include <memory>
#include <new>

#include "mpi/call/pass_on.hpp"
#include "mpi/communicator/attributes_in_use.hpp"
#include "mpi/communicator/lookup.hpp"
#include "mpi/machine/members.hpp"
#include "mpi/run/outcome.hpp"
#include "mpi/state/process.hpp"

namespace allfold::mpi::intercept {

namespace {

/// Whether the MPI library serves the call as one of the first calls on a communicator of this rank
/// alone. Not with GPU drivers loaded, since the library may not support devices, and not for
/// longer vectors, which it copies more slowly.
bool is_one_of_first(const call::Arguments& call) {
  constexpr std::int64_t most_bytes = 4096;
  if (call::bytes_of(call) > most_bytes) return false;
  state::Process& owner = state::process();
  const std::shared_ptr<const user::Settings> settings = owner.settings();
  return settings->errors.empty() && !owner.devices.have_driver() &&
         owner.first_calls.take(call.comm, call.collective, settings->configuration);
}

/// Why the MPI library must serve the call, as far as this rank can tell by itself; "" if it need
/// not.
std::string_view native_reason_of(const call::Arguments& call) {
  int is_inter = 0;
  PMPI_Comm_test_inter(call.comm, &is_inter);
  if (is_inter != 0) return "an inter-communicator";
  const machine::Members members(call.comm);
  if (call::is_refused(call, members.rank, members.ranks)) return refused;
  const std::string_view reason = call::operand_of(call.datatype, call.op).native_reason;
  if (!reason.empty() || members.ranks > 1) return reason;
  return is_one_of_first(call) ? state::FirstCalls::reason : "";
}

}  // namespace

int look_up(const call::Arguments& call, Server& server, observe::Observation& observation) {
  try {
    const int error = communicator::find(call.comm, server.communicator);
    if (error != MPI_SUCCESS || server.communicator != nullptr) return error;
    server.native_reason = native_reason_of(call);
    if (!server.native_reason.empty()) return MPI_SUCCESS;
    server.communicator = &communicator::set_up(call.comm);
    observation.end_set_up(*server.communicator);
    return MPI_SUCCESS;
  } catch (const std::bad_alloc&) {
    return run::raised(run::lack_of_memory(), call.comm, state::process().native());
  } catch (const communicator::RefusedAttribute& attribute) {
    return run::raised(run::refused_by_library(attribute.error), call.comm,
                       state::process().native());
  }
}

int pass_on_counted(const call::Arguments& call) {
  state::process().counts.count_native(call.collective);
  return call::pass_on(state::process().native(), call);
}

int pass_on_observed(const call::Arguments& call, std::string_view reason,
                     const observe::Observation& observation) {
  const int error = pass_on_counted(call);
  // After an error, the program's error handler may have freed the communicator.
  if (error == MPI_SUCCESS) observation.note_native(nullptr, reason);
  return error;
}

}  // namespace allfold::mpi::intercept
