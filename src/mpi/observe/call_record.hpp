/// @file Call record: what the statistics record of one call.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "mpi/call/call.hpp"
#include "mpi/communicator/communicator.hpp"
#include "mpi/record/stopwatch.hpp"

namespace allfold::mpi::observe {

/// Created at the start of a call. Costs nothing without statistics.
class CallRecord {
 public:
  explicit CallRecord(const communicator::Communicator& communicator)
      : is_wanted_(communicator.configuration().statistics > 0),
        ranks_(communicator.ranks()),
        counts_(communicator.rank() == 0),
        watch_(is_wanted_ ? record::Stopwatch::State::runs : record::Stopwatch::State::off) {}
  /// For a communicator that is not set up: records if this rank has statistics enabled.
  explicit CallRecord(const call::Arguments& call);

  /// The MPI library has served the call, for this reason.
  void note_native(const call::Arguments& call, std::string_view reason) const {
    if (is_wanted_) note(call.collective, "native", reason, call::bytes_of(call));
  }
  /// The call has been served as decided.
  void note(const run::Decision& decision) const {
    if (is_wanted_)
      note(decision.collective(), select::text_of(decision.choice()), decision.choice().reason,
           decision.bytes());
  }

 private:
  void note(schedule::Collective collective, const std::string& served_by, std::string_view reason,
            std::int64_t bytes) const;

  bool is_wanted_;
  int ranks_ = 0;
  bool counts_ = false;  ///< one rank counts each call; all ranks measure its time
  record::Stopwatch watch_;
};

}  // namespace allfold::mpi::observe
