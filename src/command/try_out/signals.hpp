/// @file Signals: receives signals by waiting for them instead of by handlers.
#pragma once

#include <csignal>

namespace allfold::command::try_out {

/// While an object of this class exists, SIGCHLD, SIGCONT and the signals that ask this process to
/// end are blocked, and wait() returns them. Ignored signals stay ignored. SIGPIPE is blocked, too:
/// a write to a pipe without a reader then fails instead of ending this process before its
/// clean-up.
class Signals {
 public:
  Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;
  ~Signals();

  struct Taken {
    int number = 0;  ///< 0: no signal within the time
    enum class Reached : unsigned char { this_process, all };
    Reached reached = Reached::this_process;  ///< all: also the programs that were started
  };
  /// The next pending signal, or one that arrives within so many seconds.
  [[nodiscard]] Taken wait(double seconds) const;
  /// The signal mask before, for started processes.
  [[nodiscard]] const sigset_t& before() const { return before_; }

 private:
  sigset_t taken_ = {};
  sigset_t before_ = {};
};

}  // namespace allfold::command::try_out
