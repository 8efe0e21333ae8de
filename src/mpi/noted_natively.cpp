#include "mpi/noted_natively.hpp"

#include <atomic>

#include "mpi/members.hpp"
#include "mpi/process.hpp"

namespace allfold::mpi {

void count_native(const Arguments& call) {
  process().counts.counter(call.collective, nullptr).fetch_add(1, std::memory_order_relaxed);
}

void note_native(const Arguments& call, std::string_view reason, const Observation& observation,
                 const CallRecord& record) {
  observation.note_native(nullptr, reason);
  record.note_native(call, reason);
  note_not_compared(call, reason);
}

void note_not_compared(const Arguments& call, std::string_view reason) {
  Comparisons& comparisons = process().comparisons;
  if (!comparisons.is_on() || !process().is_mpi_running() || is_plainly_native(call)) return;
  comparisons.note_not_compared(reason, is_counted_by(Members(call.comm).rank, call)
                                            ? Comparisons::Counting::counts
                                            : Comparisons::Counting::is_counted_by_another);
}

}  // namespace allfold::mpi
