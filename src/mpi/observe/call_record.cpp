#include "mpi/observe/call_record.hpp"

#include <new>

#include "mpi/machine/members.hpp"
#include "mpi/native/quiet_floating_point.hpp"
#include "mpi/state/process.hpp"
#include "text/size_class.hpp"

namespace allfold::mpi::observe {

CallRecord::CallRecord(const call::Arguments& call)
    : is_wanted_(state::process().statistics.is_on() && !call::is_plainly_native(call) &&
                 state::process().is_mpi_running()),
      watch_(is_wanted_ ? record::Stopwatch::State::runs : record::Stopwatch::State::off) {
  if (!is_wanted_) return;
  const machine::Members members(call.comm);
  ranks_ = members.ranks;
  counts_ = call::is_counted_by(members.rank, call);
}

void CallRecord::note(schedule::Collective collective, const std::string& served_by,
                      std::string_view reason, std::int64_t bytes) const {
  const native::QuietFloatingPoint quiet;
  try {
    state::process().statistics.add({.collective = collective,
                                     .ranks = ranks_,
                                     .size_class = text::size_class_of(bytes),
                                     .served_by = served_by,
                                     .reason = std::string(reason)},
                                    {.calls = counts_ ? 1U : 0U,
                                     .bytes = counts_ ? static_cast<std::uint64_t>(bytes) : 0U,
                                     .seconds = watch_.seconds()});
  } catch (const std::bad_alloc&) {
    // The statistics lack this call.
  }
}

}  // namespace allfold::mpi::observe
