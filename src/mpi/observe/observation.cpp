#include "mpi/observe/observation.hpp"

#include <cstdlib>
#include <new>
#include <string>
#include <utility>

#include "mpi/native/names.hpp"
#include "mpi/native/predefined.hpp"
#include "mpi/native/quiet_floating_point.hpp"
#include "mpi/observe/reports.hpp"
#include "mpi/record/call_site.hpp"
#include "mpi/state/process.hpp"
#include "text/size_class.hpp"

namespace allfold::mpi::observe {

namespace {

profile::Kind kind_of(const call::Arguments& call, std::int64_t bytes, std::string algorithm,
                      std::string_view reason, record::Detail detail) {
  profile::Kind kind{.collective = call.collective,
                     .size_class = text::size_class_of(bytes),
                     .algorithm = std::move(algorithm),
                     .reason = std::string(reason)};
  if (detail == record::Detail::profile) {
    kind.operation = native::name_of_operation(call.op);
    kind.type = native::name_of_type(call.datatype);
  }
  return kind;
}

/// What is recorded on a communicator, which is null if it has no state.
record::Detail detail_on(const communicator::Communicator* communicator) {
  if (communicator == nullptr || !communicator->native_reason().empty())
    return state::process().recorder.detail();
  const record::ObservedCommunicator* const of = communicator->observed();
  return of != nullptr ? of->detail() : record::Detail::none;  // set up before calls were recorded
}

/// All calls that one decision serves are in one class.
void find_kind(run::RecordSlot& slot, const call::Arguments& call, const run::Decision& decision,
               record::ObservedCommunicator& observed) {
  const native::QuietFloatingPoint quiet;
  observed.look_at_name();
  slot.bytes = call::bytes_of(call);
  slot.kind = observed.calls().kind(kind_of(call, slot.bytes, select::text_of(decision.choice()),
                                            decision.choice().reason, observed.detail()));
}

/// Registers write_partial_profile(), since the program may end without MPI_Finalize.
void write_at_exit() {
  static const int registered =
      std::atexit([] { write_partial_profile(state::process(), state::Ending::by_exit); });
  static_cast<void>(registered);
}

int rank_in(MPI_Comm comm) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  return rank;
}

}  // namespace

void Observation::end_set_up(const communicator::Communicator& communicator) {
  if (!is_wanted_) return;
  write_at_exit();
  const profile::Nanoseconds now = profile::now();
  if (record::ObservedCommunicator* const observed = communicator.observed(); observed != nullptr)
    observed->note_set_up(now - arrival_);
  arrival_ = now;
}

profile::ObservedCall Observation::ended(int rank) const {
  return {.arrival = arrival_,
          .end = profile::now(),
          .counts = rank == (schedule::has_root(call_.collective) ? call_.root : 0),
          .is_in_place = call_.send == MPI_IN_PLACE,
          .waits = call::has_elements(call_) &&
                   schedule::gets_result(call_.collective, call_.root, rank)};
}

void Observation::note_decided(const communicator::Communicator& communicator,
                               const run::Decision& decision) const {
  record::ObservedCommunicator* const of = communicator.observed();
  if (of == nullptr) return;  // set up before calls were recorded
  profile::ObservedCall call = ended(of->rank());
  try {
    run::RecordSlot& slot = decision.record_slot();
    if (slot.kind < 0) find_kind(slot, call_, decision, *of);
    call.kind = slot.kind;
    call.bytes = slot.bytes;
    if (of->detail() == record::Detail::profile && communicator.configuration().profile_sites > 0)
      call.caller = record::program_address(call_.returns_to);
    of->calls().add(call);
  } catch (const std::bad_alloc&) {
    // The records lack this call.
  }
}

void Observation::note_passed_on(const communicator::Communicator* communicator,
                                 std::string_view reason) const {
  const native::QuietFloatingPoint quiet;
  state::Process& process = state::process();
  if (!process.is_mpi_running() || call::is_plainly_native(call_)) return;
  const record::Detail detail = detail_on(communicator);
  if (detail == record::Detail::none) return;
  const int rank = rank_in(call_.comm);
  profile::ObservedCall call = ended(rank);
  call.counts = call::is_counted_by(rank, call_);
  write_at_exit();
  try {
    call.bytes = call::bytes_of(call_);
    const profile::Kind kind = kind_of(call_, call.bytes, "native", reason, detail);
    record::ObservedCommunicator* const of =
        communicator != nullptr ? communicator->observed() : nullptr;
    if (of == nullptr) return process.recorder.add_alone(call_.comm, kind, call);
    call.kind = of->calls().kind(kind);
    of->calls().add(call);
  } catch (const std::bad_alloc&) {
    // The records lack this call.
  }
}

void Observation::note_not_compared(std::string_view reason) const {
  record::Comparisons& comparisons = state::process().comparisons;
  if (!comparisons.is_on() || !state::process().is_mpi_running() || call::is_plainly_native(call_))
    return;
  comparisons.note_not_compared(reason, call::is_counted_by(rank_in(call_.comm), call_)
                                            ? record::Comparisons::Counting::counts
                                            : record::Comparisons::Counting::is_counted_by_another);
}

}  // namespace allfold::mpi::observe
