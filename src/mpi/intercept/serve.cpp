#include "mpi/intercept/serve.hpp"

#include "mpi/call/pass_on.hpp"
#include "mpi/communicator/lookup.hpp"
#include "mpi/intercept/finalize.hpp"
#include "mpi/intercept/served_call.hpp"
#include "mpi/intercept/server.hpp"
#include "mpi/native/failed_call.hpp"
#include "mpi/native/inert.hpp"
#include "mpi/observe/differing_calls.hpp"
#include "mpi/observe/observation.hpp"
#include "mpi/record/recorder.hpp"
#include "mpi/state/process.hpp"

namespace allfold::mpi::intercept {

namespace {

int run_ready(const call::Arguments& call, communicator::Communicator& communicator,
              const run::Decision& decision) {
  decision.count();
  const int error = decision.run_ready();
  if (error == MPI_SUCCESS) [[likely]]
    return MPI_SUCCESS;
  return observe::raised({.error = error}, call, communicator);
}

/// `communicator`: the state of the communicator, if it was found. Not inlined: its prologue takes
/// as long as a whole ready call.
[[gnu::noinline]] int serve_with_questions(const call::Arguments& call,
                                           communicator::Communicator* communicator) {
  if (native::is_inert()) return call::pass_on(native::next_native_of_inert(), call);
  observe::Observation observation(call);
  if (call::is_plainly_native(call) ||
      (communicator == nullptr && !state::process().is_mpi_running()))
    return pass_on_observed(call, refused, observation);
  if (communicator == nullptr) watch_for_end();
  Server server{.communicator = communicator};
  try {
    if (communicator == nullptr)
      if (const int error = look_up(call, server, observation); error != MPI_SUCCESS) return error;
    return server.communicator != nullptr
               ? ServedCall(call, *server.communicator, observation).run()
               : pass_on_observed(call, server.native_reason, observation);
  } catch (const native::FailedCall& own_call) {
    return own_call.error;
  }
}

}  // namespace

int serve(const call::Arguments& call) {
  communicator::Communicator* const communicator = communicator::find_used(call.comm);
  if (communicator != nullptr && !record::Recorder::is_on()) [[likely]] {
    const run::Decision* const decision = communicator->decisions().ready(call);
    if (decision != nullptr) [[likely]]
      return run_ready(call, *communicator, *decision);
  }
  return serve_with_questions(call, communicator);
}

}  // namespace allfold::mpi::intercept
