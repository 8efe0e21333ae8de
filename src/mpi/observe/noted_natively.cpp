#include "mpi/observe/noted_natively.hpp"

#include <atomic>

#include "mpi/machine/members.hpp"
#include "mpi/state/process.hpp"

namespace allfold::mpi::observe {

void count_native(const call::Arguments& call) {
  state::process().counts.counter(call.collective, nullptr).fetch_add(1, std::memory_order_relaxed);
}

void note_native(const call::Arguments& call, std::string_view reason,
                 const Observation& observation) {
  observation.note_native(nullptr, reason);
  note_not_compared(call, reason);
}

void note_not_compared(const call::Arguments& call, std::string_view reason) {
  record::Comparisons& comparisons = state::process().comparisons;
  if (!comparisons.is_on() || !state::process().is_mpi_running() || call::is_plainly_native(call))
    return;
  comparisons.note_not_compared(reason, call::is_counted_by(machine::Members(call.comm).rank, call)
                                            ? record::Comparisons::Counting::counts
                                            : record::Comparisons::Counting::is_counted_by_another);
}

}  // namespace allfold::mpi::observe
