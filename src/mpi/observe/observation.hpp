/// @file Observation: what is recorded of one call.
#pragma once

#include <string_view>

#include "mpi/call/call.hpp"
#include "mpi/communicator/communicator.hpp"
#include "mpi/record/recorder.hpp"
#include "profile/clock.hpp"

namespace allfold::mpi::observe {

/// Created at the start of a call. For statistics and profile; does nothing if neither is wanted.
/// While calls are compared, it also notes which ones are not.
class Observation {
 public:
  explicit Observation(const call::Arguments& call)
      : call_(call),
        is_wanted_(record::Recorder::is_on()),
        arrival_(is_wanted_ ? profile::now() : 0) {}

  /// The time so far was spent on setting up the communicator.
  void end_set_up(const communicator::Communicator& communicator);
  /// The call has been served as decided.
  void note(const communicator::Communicator& communicator, const run::Decision& decision) const {
    if (is_wanted_) note_decided(communicator, decision);
  }
  /// The MPI library has served the call, for this reason. `communicator` is null if it was not set
  /// up.
  void note_native(const communicator::Communicator* communicator, std::string_view reason) const {
    if (is_wanted_) note_passed_on(communicator, reason);
    note_not_compared(reason);
  }

 private:
  void note_decided(const communicator::Communicator& communicator,
                    const run::Decision& decision) const;
  void note_passed_on(const communicator::Communicator* communicator,
                      std::string_view reason) const;
  void note_not_compared(std::string_view reason) const;
  /// The call, which ends now.
  [[nodiscard]] profile::ObservedCall ended(int rank) const;

  const call::Arguments& call_;
  bool is_wanted_;
  profile::Nanoseconds arrival_;
};

}  // namespace allfold::mpi::observe
