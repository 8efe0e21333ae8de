/// @file The states of communicators that calls of this thread use.
#pragma once

#include "mpi/communicator.hpp"

namespace allfold::mpi {

/// While it lives, the state stays, though an error handler of the user's may free the communicator in
/// the middle of a call.
class StateInUse {
 public:
  explicit StateInUse(Communicator& state) : state_(state), outer_(innermost) { innermost = this; }
  ~StateInUse() {
    innermost = outer_;
    if (ends_with_this_) delete &state_;
  }
  StateInUse(const StateInUse&) = delete;
  StateInUse& operator=(const StateInUse&) = delete;

  /// Deletes the state, which no communicator has any more: now, or when the calls that use it are over.
  static void end(Communicator* state);

 private:
  static thread_local StateInUse* innermost;

  Communicator& state_;
  StateInUse* outer_;
  bool ends_with_this_ = false;
};

}  // namespace allfold::mpi
