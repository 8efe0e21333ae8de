#include "mpi/intercept/by_tool.hpp"

#include <atomic>
#include <new>

#include "mpi/call/pass_on.hpp"
#include "mpi/intercept/finalize.hpp"
#include "mpi/intercept/serve.hpp"
#include "mpi/machine/members.hpp"
#include "mpi/native/inert.hpp"
#include "mpi/observe/observation.hpp"
#include "mpi/state/process.hpp"
#include "mpi/user/print.hpp"
#include "system/loaded_object.hpp"
#include "text/format.hpp"

namespace allfold::mpi::intercept {

// Set in each call by the PMPI_ name, so it must be accessible without a function call: see
// `recent_of_thread` in lookup.hpp.
[[gnu::tls_model(ALLFOLD_TLS_MODEL)]] constinit thread_local bool has_come_back = false;

namespace {

/// Null if the tool has none.
const void* function_of(const native::Tool& tool, const call::Arguments& call) {
  const auto either = [&call](auto of_int, auto of_64_bits) {
    return call.count_type == call::CountType::of_int ? reinterpret_cast<const void*>(of_int)
                                                      : reinterpret_cast<const void*>(of_64_bits);
  };
  switch (call.collective) {
    case schedule::Collective::allreduce: return either(tool.allreduce, tool.allreduce_c);
    case schedule::Collective::reduce: return either(tool.reduce, tool.reduce_c);
    case schedule::Collective::reduce_scatter:
      return call.counts == call::Arguments::Counts::listed
                 ? either(tool.reduce_scatter, tool.reduce_scatter_c)
                 : either(tool.reduce_scatter_block, tool.reduce_scatter_block_c);
  }
  return nullptr;
}

void say_that_it_passes_by(const call::Arguments& call, const void* function) {
  static std::atomic<bool> is_said = false;
  if (machine::rank_in_world() != 0 || is_said.exchange(true)) return;
  const char* const file = system::object_of(function).file;
  try {
    user::say(text::format(
        "warning: {0}{2}: the tool {1} passes this call to the MPI library, past Allfold: "
        "expected a tool that calls P{0}{2} by name; load the tool before Allfold: "
        "LD_PRELOAD={1}:liballfold.so",
        schedule::row_of(call.collective).function, file,
        call.count_type == call::CountType::of_int ? "" : "_c"));
  } catch (const std::bad_alloc&) {
    // The warning is lost.
  }
}

}  // namespace

int serve_by_tool(const call::Arguments& call) {
  if (native::is_inert()) return call::pass_on(native::next_of_inert(), call);
  const native::Tool& tool = state::process().tool();
  const void* const function = function_of(tool, call);
  if (function == nullptr) return serve(call);
  const observe::Observation observation(call);
  has_come_back = false;
  const int error = call::pass_on(tool, call);
  if (has_come_back || error != MPI_SUCCESS || call::is_plainly_native(call) ||
      !state::process().is_mpi_running())
    return error;
  watch_for_end();
  state::process().counts.count_native(call.collective);
  observation.note_native(nullptr, "a tool calls the MPI library directly");
  say_that_it_passes_by(call, function);
  return error;
}

}  // namespace allfold::mpi::intercept
