#include "mpi/intercept/serve.hpp"

#include <exception>
#include <new>
#include <string_view>
#include <utility>

#include "mpi/communicator/attributes_in_use.hpp"
#include "mpi/communicator/lookup.hpp"
#include "mpi/intercept/finalize.hpp"
#include "mpi/machine/members.hpp"
#include "mpi/native/failed_call.hpp"
#include "mpi/native/quiet_floating_point.hpp"
#include "mpi/observe/call_record.hpp"
#include "mpi/observe/differing_calls.hpp"
#include "mpi/observe/noted_natively.hpp"
#include "mpi/observe/observation.hpp"
#include "mpi/record/stopwatch.hpp"
#include "mpi/run/outcome.hpp"
#include "mpi/state/process.hpp"

namespace allfold::mpi::intercept {

namespace {

constexpr std::string_view refused = "refused arguments";

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

/// What serves a call: the state of its communicator, or the MPI library.
struct Server {
  communicator::Communicator* communicator = nullptr;
  std::string_view native_reason = {};  ///< if there is no state
};

/// Finds the communicator's state, and sets it up unless the MPI library must serve the call. A
/// returned error has been raised. Throws FailedCall.
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
  observe::count_native(call);
  return call::pass_on(state::process().native(), call);
}

/// For a communicator that is not set up.
int pass_on_observed(const call::Arguments& call, std::string_view reason,
                     const observe::Observation& observation) {
  const observe::CallRecord record(call);
  const int error = pass_on_counted(call);
  // After an error, the program's error handler may have freed the communicator.
  if (error == MPI_SUCCESS) observe::note_native(call, reason, observation, record);
  return error;
}

/// One call on a communicator.
class Serving {
 public:
  Serving(const call::Arguments& call, communicator::Communicator& communicator,
          const observe::Observation& observation)
      : use_(communicator),
        call_(call),
        communicator_(communicator),
        observation_(observation),
        record_(communicator) {}

  int run();

 private:
  int run_natively(std::string_view reason) const;
  int run(const run::Decision& decision) const;
  [[nodiscard]] run::Outcome run_with_care(const run::Decision& decision) const;
  [[nodiscard]] run::Outcome run_on_trial(const run::Decision& decision) const;
  [[nodiscard]] gpu::DeviceBuffers look_for_devices(const exec::Layout& layout,
                                                    program::Binding binding) const;

  const communicator::Communicator::InUse use_;
  const call::Arguments& call_;
  communicator::Communicator& communicator_;
  const observe::Observation& observation_;
  observe::CallRecord record_;
};

int Serving::run() {
  communicator_.comparer().count();
  if (const std::string_view reason = communicator_.native_reason(); !reason.empty())
    return run_natively(reason);
  if (call::is_refused(call_, communicator_.rank(), communicator_.ranks()))
    return run_natively(refused);
  const call::Description description = call::described(call_, communicator_.rank());
  const run::Decision* decision = nullptr;
  bool has_way = false;  // for messages, if the call sends any
  try {
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
  on_device = look_for_devices(decision->operand().layout, description.binding);
  if (on_device.any() && communicator_.configuration().device == select::DeviceCalls::native &&
      !decision->is_on_trial())
    return run_natively("buffers on a GPU (ALLFOLD_DEVICE=native)");
  return run(*decision);
}

int Serving::run_natively(std::string_view reason) const {
  const int error = pass_on_counted(call_);
  // After an error, the program's error handler may have freed the communicator.
  if (error != MPI_SUCCESS) return error;
  observation_.note_native(&communicator_, reason);
  record_.note_native(call_, reason);
  observe::note_not_compared(call_, reason);
  return MPI_SUCCESS;
}

int Serving::run(const run::Decision& decision) const {
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
  record_.note(decision);
  if (context.thrown != nullptr) std::rethrow_exception(std::exchange(context.thrown, nullptr));
  return observe::raised(outcome, call_, communicator_);
}

/// Runs a call on trial, or both ways.
run::Outcome Serving::run_with_care(const run::Decision& decision) const {
  return decision.is_on_trial() ? run_on_trial(decision)
                                : communicator_.comparer().run(call_, decision);
}

/// Measures the duration of the call.
run::Outcome Serving::run_on_trial(const run::Decision& decision) const {
  const record::Stopwatch trial(record::Stopwatch::State::runs);
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
gpu::DeviceBuffers Serving::look_for_devices(const exec::Layout& layout,
                                             program::Binding binding) const {
  gpu::DeviceBuffers on_device;
  if (call_.count == 0) return on_device;
  gpu::Devices& devices = state::process().devices;
  const auto owner = [&](const void* buffer) {
    return devices.owner_of(exec::moved(buffer, layout.true_lower_bound));
  };
  if (call::gets_result(call_.collective, call_.root, communicator_.rank()))
    on_device.of_result = owner(call_.receive);
  on_device.of_input =
      binding == program::Binding::in_place ? on_device.of_result : owner(call_.send);
  return on_device;
}

/// Whether the call has two different buffers in host memory. Then a call that was already decided
/// is neither refused nor in place.
bool has_usual_buffers(const call::Arguments& call, const run::Decision& decision) {
  const gpu::Devices& devices = state::process().devices;
  return call.send != call.receive && call.send != MPI_IN_PLACE && call.receive != MPI_IN_PLACE &&
         devices.is_of_host(call.send) &&
         (!decision.has_result() || devices.is_of_host(call.receive));
}

/// The decision that can serve the call directly; null if further checks are needed.
const run::Decision* direct_decision(const call::Arguments& call,
                                     communicator::Communicator& communicator) {
  const run::Decision* const direct = communicator.decisions().direct(call);
  if (direct == nullptr || record::Profiler::is_on()) return nullptr;
  return has_usual_buffers(call, *direct) ? direct : nullptr;
}

int serve_directly(const call::Arguments& call, communicator::Communicator& communicator,
                   const run::Decision& decision) {
  decision.count();
  const int error = decision.run_direct(call, communicator.context());
  return error == MPI_SUCCESS ? MPI_SUCCESS : observe::raised({.error = error}, call, communicator);
}

/// `communicator`: the state of the communicator, if it was found. Not inlined: its prologue takes
/// as long as a whole direct call.
[[gnu::noinline]] int serve_with_questions(const call::Arguments& call,
                                           communicator::Communicator* communicator) {
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
               ? Serving(call, *server.communicator, observation).run()
               : pass_on_observed(call, server.native_reason, observation);
  } catch (const native::FailedCall& own_call) {
    return own_call.error;
  }
}

}  // namespace

int serve(const call::Arguments& call) {
  communicator::Communicator* const communicator = communicator::find_latest(call.comm);
  if (communicator != nullptr)
    if (const run::Decision* direct = direct_decision(call, *communicator); direct != nullptr)
      return serve_directly(call, *communicator, *direct);
  return serve_with_questions(call, communicator);
}

}  // namespace allfold::mpi::intercept
