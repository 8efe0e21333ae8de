/// @file Signals, taken one by one instead of by handlers.
#pragma once

#include <csignal>

namespace allfold::command::try_out {

/// While an object of this class exists, SIGCHLD, SIGCONT and the signals that ask this process to end are
/// blocked: wait() takes them. One that is ignored stays so. SIGPIPE is blocked, too: a write to a pipe
/// that nobody reads fails, and does not end this process before it has cleaned up.
class Signals {
 public:
  Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;
  ~Signals();

  struct Taken {
    int number = 0;  ///< 0: none came in time
    enum class Reached : unsigned char { this_process, all };
    Reached reached = Reached::this_process;  ///< all: the programs that were started, too
  };
  /// The next one, of those that have come or come within so many seconds.
  [[nodiscard]] Taken wait(double seconds) const;
  /// Those that were blocked before: what processes are to be started with.
  [[nodiscard]] const sigset_t& before() const { return before_; }

 private:
  sigset_t taken_ = {};
  sigset_t before_ = {};
};

}  // namespace allfold::command::try_out
