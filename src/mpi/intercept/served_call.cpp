#include "mpi/intercept/served_call.hpp"

#include <exception>
#include <new>
#include <utility>

#include "mpi/intercept/server.hpp"
#include "mpi/native/quiet_floating_point.hpp"
#include "mpi/observe/differing_calls.hpp"
#include "mpi/record/stopwatch.hpp"
#include "mpi/state/process.hpp"

namespace allfold::mpi::intercept {

int ServedCall::run() {
  communicator_.comparer().count();
  if (const std::string_view reason = communicator_.native_reason(); !reason.empty())
    return run_natively(reason);
  if (call::is_refused(call_, communicator_.rank(), communicator_.ranks()))
    return run_natively(refused);
  call::Description description;
  const run::Decision* decision = nullptr;
  bool has_way = false;  // for messages, if the call sends any
  try {
    description = call::described(call_, communicator_.rank(), communicator_.ranks());
    decision = &communicator_.decisions().of(description);
    const communicator::Communicator::Areas areas = communicator_.open_areas(decision->room());
    if (areas == communicator::Communicator::Areas::torn)
      return observe::raised({.error = MPI_ERR_TRUNCATE}, call_, communicator_);
    if (areas == communicator::Communicator::Areas::none)
      decision = &communicator_.decisions().of(description);
    has_way = !decision->sends_messages() || communicator_.open_channel();
  } catch (const std::bad_alloc&) {
    return run::raised(run::lack_of_memory(), call_.comm, state::process().native());
  }
  if (!has_way) return run_natively("no communicator or memory for messages");
  gpu::DeviceBuffers& on_device = communicator_.context().on_device;
  on_device = look_for_devices(decision->operand().layout, description);
  if (on_device.any() && communicator_.configuration().device == select::DeviceCalls::native &&
      !decision->is_on_trial())
    return run_natively("buffers on a GPU (ALLFOLD_DEVICE=native)");
  return run(*decision);
}

int ServedCall::run_natively(std::string_view reason) const {
  const int error = pass_on_counted(call_);
  // After an error, the program's error handler may have freed the communicator.
  if (error != MPI_SUCCESS) return error;
  observation_.note_native(&communicator_, reason);
  return MPI_SUCCESS;
}

int ServedCall::run(const run::Decision& decision) const {
  decision.count();
  run::Context& context = communicator_.context();
  const run::Outcome outcome =
      decision.is_plain() ? decision.run(call_, context) : run_with_care(decision);
  // After an error, the program's error handler may have made other calls, so `decision` may be
  // dangling.
  if (outcome.telling == run::Outcome::Telling::is_done && outcome.error != MPI_SUCCESS)
    return outcome.error;
  if (outcome.telling == run::Outcome::Telling::ends_the_job) {
    context.thrown = nullptr;
    return run::raised(outcome, call_.comm, state::process().native());
  }
  observation_.note(communicator_, decision);
  if (context.thrown != nullptr) std::rethrow_exception(std::exchange(context.thrown, nullptr));
  return observe::raised(outcome, call_, communicator_);
}

/// Runs a call on trial, or by both libraries.
run::Outcome ServedCall::run_with_care(const run::Decision& decision) const {
  return decision.is_on_trial() ? run_on_trial(decision)
                                : communicator_.comparer().run(call_, decision);
}

/// Measures the duration of the call.
run::Outcome ServedCall::run_on_trial(const run::Decision& decision) const {
  const record::Stopwatch trial;
  const auto note = [&] {
    const native::QuietFloatingPoint quiet;
    communicator_.decisions().note_trial(trial.seconds());
  };
  run::Outcome outcome;
  try {
    outcome = decision.run(call_, communicator_.context());
  } catch (...) {
    note();  // the other ranks count this turn
    throw;
  }
  note();
  return outcome;
}

/// Inspects the address of the first data byte, which may differ from the buffer's address.
gpu::DeviceBuffers ServedCall::look_for_devices(const exec::Layout& layout,
                                                const call::Description& description) const {
  gpu::DeviceBuffers on_device;
  if (description.count == 0) return on_device;
  if (schedule::goes_in_shares(call_.collective)) {
    const schedule::Shares shares = call::shares_of(description, communicator_.ranks());
    on_device.share = shares.elements_of(communicator_.rank());
  }
  gpu::Devices& devices = state::process().devices;
  const auto owner = [&](const void* buffer) {
    return devices.owner_of(exec::moved(buffer, layout.true_lower_bound));
  };
  if (schedule::gets_result(call_.collective, call_.root, communicator_.rank()))
    on_device.of_result = owner(call_.receive);
  on_device.of_input =
      description.binding == program::Binding::in_place ? on_device.of_result : owner(call_.send);
  return on_device;
}

}  // namespace allfold::mpi::intercept
