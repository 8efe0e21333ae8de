#include "mpi/by_tool.hpp"

#include <atomic>
#include <new>

#include "mpi/call_record.hpp"
#include "mpi/finalize.hpp"
#include "mpi/members.hpp"
#include "mpi/noted_natively.hpp"
#include "mpi/observation.hpp"
#include "mpi/print.hpp"
#include "mpi/process.hpp"
#include "mpi/serve.hpp"
#include "system/loaded_object.hpp"
#include "text/format.hpp"

namespace allfold::mpi {

// Set in each call by the PMPI_ name, so it must be accessible without a function call: see
// `latest` in lookup.cpp.
[[gnu::tls_model(ALLFOLD_TLS_MODEL)]] constinit thread_local bool has_come_back = false;

namespace {

void say_that_it_passes_by(const Arguments& call, const void* function) {
  static std::atomic<bool> is_said = false;
  if (rank_in_world() != 0 || is_said.exchange(true)) return;
  const char* const file = system::object_of(function).file;
  try {
    say(text::format(
        "warning: MPI_{0}: the tool {1} passes this call to the MPI library, past Allfold: "
        "expected a tool that calls PMPI_{0} by name; load the tool before Allfold: "
        "LD_PRELOAD={1}:liballfold.so",
        call.collective == schedule::Collective::allreduce ? "Allreduce" : "Reduce", file));
  } catch (const std::bad_alloc&) {
    // The warning is lost.
  }
}

}  // namespace

int serve_by_tool(const Arguments& call) {
  const Tool& tool = process().tool();
  const void* const function = call.collective == schedule::Collective::allreduce
                                   ? reinterpret_cast<const void*>(tool.allreduce)
                                   : reinterpret_cast<const void*>(tool.reduce);
  if (function == nullptr) return serve(call);
  const Observation observation(call);
  const CallRecord record(call);
  has_come_back = false;
  const int error = pass_on(tool, call);
  if (has_come_back || error != MPI_SUCCESS || is_plainly_native(call) ||
      !process().is_mpi_running())
    return error;
  watch_for_end();
  count_native(call);
  note_native(call, "a tool calls the MPI library directly", observation, record);
  say_that_it_passes_by(call, function);
  return error;
}

}  // namespace allfold::mpi
