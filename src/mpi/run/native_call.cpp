#include "mpi/run/native_call.hpp"

#include <new>

#include "mpi/call/pass_on.hpp"
#include "mpi/gpu/device_staging.hpp"
#include "mpi/state/process.hpp"

namespace allfold::mpi::run {

namespace {

/// Limit on the memory that is kept for copies, about as much as two parts of calls by Allfold
/// take: here whole vectors are copied, which may have any length.
constexpr std::size_t most_kept_for_whole_vectors = std::size_t{128} << 20;

/// The other ranks are in the call, and this rank cannot take part. The cause was reported.
Outcome lack_of_copies(int error) {
  return {.error = error,
          .telling = Outcome::Telling::ends_the_job,
          .last_words =
              "allfold: a reduction: the buffers on a GPU could not be copied on "
              "this rank, and other ranks wait for it: the job ends\n"};
}

}  // namespace

NativeCall::OfDevice NativeCall::of_device(schedule::Collective collective,
                                           const select::Configuration& configuration) {
  const bool is_wished = configuration.mode == select::Mode::native ||
                         configuration.device == select::DeviceCalls::native ||
                         configuration.wish(collective).kind == select::Wish::Kind::native;
  return is_wished ? OfDevice::buffers : OfDevice::copies;
}

Outcome NativeCall::run(const call::Arguments& call, Context& context) const {
  // If Allfold cannot reduce elements, it may not know enough of them to copy them.
  const bool copies =
      context.on_device.any() && of_device_ == OfDevice::copies && operand_.native_reason.empty();
  if (copies) return run_on_copies(call, context.on_device);
  return {.error = call::pass_on(state::process().native(), call),
          .telling = Outcome::Telling::is_done};
}

Outcome NativeCall::run_on_copies(const call::Arguments& call,
                                  const gpu::DeviceBuffers& on_device) const {
  const bool is_in_place = call.send == MPI_IN_PLACE;
  gpu::DeviceStaging staging(on_device, operand_.layout, state::process().staging,
                             {.copy = MPI_ERR_OTHER, .no_memory = MPI_ERR_NO_MEM},
                             most_kept_for_whole_vectors);
  call::Arguments on_host = call;
  try {
    const node::Vectors brought = staging.bring(call::vectors_of(
        call, is_in_place ? program::Binding::in_place : program::Binding::separate,
        call::elements_of(call)));
    if (brought.so_far != exec::success) return lack_of_copies(brought.so_far);
    if (!is_in_place) on_host.send = brought.input;
    if (on_device.of_result != nullptr) on_host.receive = brought.result;
  } catch (const std::bad_alloc&) {
    return lack_of_copies(MPI_ERR_NO_MEM);
  }
  const int error = call::pass_on(state::process().native(), on_host);
  if (error != MPI_SUCCESS) return {.error = error, .telling = Outcome::Telling::is_done};
  return {.error = staging.take_back(exec::success)};
}

}  // namespace allfold::mpi::run
