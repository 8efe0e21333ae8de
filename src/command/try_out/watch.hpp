/// @file Watch: waits for the end of a process, and ends it with its descendants if necessary.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <vector>

#include "command/try_out/descendants.hpp"
#include "command/try_out/process.hpp"

namespace allfold::command::try_out {

/// A child process and its descendants. The process may end by itself. It is ended after `timeout`
/// seconds (0: never), or by stop().
class Watch {
 public:
  Watch(pid_t process, double timeout, Descendants& descendants)
      : process_(process), timeout_(timeout), descendants_(descendants) {}

  /// Whether the process has ended, and sets `end` if so. If it was ended, its descendants have ended
  /// as well, or cannot be ended. Also true if the process itself cannot be ended.
  bool has_ended(End& end);
  /// Begins to end the process, since this process has received that signal.
  void stop(const Signals::Taken& signal);
  /// The processes were paused and continue. The pause does not count towards the timeout.
  void go_on();
  /// Sends the signals that are due.
  void act();

  [[nodiscard]] bool is_ending() const { return asked_to_ != End::How::exited; }
  /// Seconds since the start.
  [[nodiscard]] double elapsed() const;
  /// Seconds until act() or has_ended() may have something to do, at most one.
  [[nodiscard]] double pause() const;

 private:
  using Clock = std::chrono::steady_clock;

  /// Takes the status of all children that have ended.
  void reap();
  void ask();
  void kill_all();
  /// Whether processes that were killed have had time to die. A process in a system call that cannot
  /// be interrupted survives SIGKILL, such as one that waits for a file server.
  [[nodiscard]] bool is_hopeless() const;

  pid_t process_;
  double timeout_;
  Descendants& descendants_;
  Clock::time_point begin_ = Clock::now();
  std::optional<int> status_;  ///< of the process, from waitpid(); absent while it runs
  double ended_ = 0;           ///< seconds from the start to its end
  End::How asked_to_ = End::How::exited;
  int stopped_by_ = 0;
  double ask_from_ = 0;                     ///< seconds from the start to the first signal
  std::vector<Descendants::Process> told_;  ///< processes that were asked to end
  double seen_ = 0;                         ///< time of the last call of act()
  bool was_paused_ = false;
};

}  // namespace allfold::command::try_out
