#include "mpi/observation.hpp"

#include <cstdlib>
#include <new>
#include <string>
#include <utility>

#include "mpi/call_site.hpp"
#include "mpi/names.hpp"
#include "mpi/predefined.hpp"
#include "mpi/process.hpp"
#include "mpi/profile_file.hpp"
#include "mpi/quiet_floating_point.hpp"

namespace allfold::mpi {

namespace {

profile::Kind kind_of(const Arguments& call, std::int64_t bytes, std::string algorithm,
                      std::string_view reason) {
  return {.collective = call.collective,
          .size_class = profile::size_class_of(bytes),
          .operation = name_of_operation(call.op),
          .type = name_of_type(call.datatype),
          .algorithm = std::move(algorithm),
          .reason = std::string(reason)};
}

/// All calls that one decision serves are in one class.
void find_kind(ProfileSlot& slot, const Arguments& call, const Decision& decision,
               Observed& observed) {
  const QuietFloatingPoint quiet;
  observed.look_at_name();
  slot.bytes = bytes_of(call);
  slot.kind = observed.observations().kind(
      kind_of(call, slot.bytes, select::text_of(decision.choice()), decision.choice().reason));
}

/// Registers write_partial_profile(), since the program may end without MPI_Finalize.
void write_at_exit() {
  static const int registered =
      std::atexit([] { write_partial_profile(process(), Ending::by_exit); });
  static_cast<void>(registered);
}

int rank_in(MPI_Comm comm) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  return rank;
}

}  // namespace

void Observation::end_set_up(const Communicator& communicator) {
  if (!is_wanted_) return;
  write_at_exit();
  const profile::Nanoseconds now = profile::now();
  if (Observed* const observed = communicator.observed(); observed != nullptr)
    observed->note_set_up(now - arrival_);
  arrival_ = now;
}

profile::ObservedCall Observation::observed(int rank) const {
  const bool is_allreduce = call_.collective == schedule::Collective::allreduce;
  return {.arrival = arrival_,
          .end = profile::now(),
          .counts = is_allreduce ? rank == 0 : rank == call_.root || call_.root == MPI_ROOT,
          .is_in_place = call_.send == MPI_IN_PLACE,
          .waits = call_.count > 0 && (is_allreduce || rank == call_.root)};
}

void Observation::note_decided(const Communicator& communicator, const Decision& decision) const {
  Observed* const of = communicator.observed();
  if (of == nullptr) return;  // set up before the profile was enabled
  profile::ObservedCall call = observed(of->rank());
  try {
    ProfileSlot& slot = decision.profile_slot();
    if (slot.kind < 0) find_kind(slot, call_, decision, *of);
    call.kind = slot.kind;
    call.bytes = slot.bytes;
    if (communicator.configuration().profile_sites > 0)
      call.caller = program_address(call_.returns_to);
    of->observations().add(call);
  } catch (const std::bad_alloc&) {
    // The profile lacks this call.
  }
}

void Observation::note_passed_on(const Communicator* communicator, std::string_view reason) const {
  const QuietFloatingPoint quiet;
  if (!process().is_mpi_running() || is_plainly_native(call_) || !Profiler::is_on()) return;
  profile::ObservedCall call = observed(rank_in(call_.comm));
  write_at_exit();
  try {
    call.bytes = bytes_of(call_);
    const profile::Kind kind = kind_of(call_, call.bytes, "native", reason);
    Observed* const of = communicator != nullptr ? communicator->observed() : nullptr;
    const bool is_set_up = communicator != nullptr && communicator->native_reason().empty();
    if (of == nullptr && is_set_up) return;  // set up before the profile was enabled
    if (of == nullptr) return process().profiler.add_alone(call_.comm, kind, call);
    call.kind = of->observations().kind(kind);
    of->observations().add(call);
  } catch (const std::bad_alloc&) {
    // The profile lacks this call.
  }
}

}  // namespace allfold::mpi
