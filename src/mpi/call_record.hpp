/// @file Call record: what the statistics tell of one call.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "mpi/communicator.hpp"
#include "mpi/stopwatch.hpp"

namespace allfold::mpi {

/// Begins with the call; costs nothing unless the user wants statistics.
class CallRecord {
 public:
  explicit CallRecord(const Communicator& communicator)
      : communicator_(communicator),
        is_wanted_(communicator.configuration().statistics > 0),
        watch_(is_wanted_ ? Stopwatch::State::runs : Stopwatch::State::off) {}

  /// The call has been served by the MPI library, for that reason.
  void note_native(schedule::Collective collective, std::string_view reason,
                   std::int64_t bytes) const {
    if (is_wanted_) note(collective, "native", reason, bytes);
  }
  /// The call has been served as decided.
  void note(const Decision& decision) const {
    if (is_wanted_)
      note(decision.collective(), select::text_of(decision.choice()), decision.choice().reason,
           decision.bytes());
  }

 private:
  void note(schedule::Collective collective, const std::string& served_by, std::string_view reason,
            std::int64_t bytes) const;

  const Communicator& communicator_;
  bool is_wanted_;
  Stopwatch watch_;
};

}  // namespace allfold::mpi
