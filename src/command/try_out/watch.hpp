/// @file Watch: a process that runs, until all of it has ended.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <vector>

#include "command/try_out/descendants.hpp"
#include "command/try_out/process.hpp"

namespace allfold::command::try_out {

/// A child process, and what it starts. It may end by itself, or has to: after `timeout` seconds (0: never),
/// or by stop().
class Watch {
 public:
  Watch(pid_t process, double timeout, Descendants& descendants)
      : process_(process), timeout_(timeout), descendants_(descendants) {}

  /// Whether it has ended; then `end` says how. If it had to, its descendants have ended, too, or cannot be
  /// ended.
  bool has_ended(End& end);
  /// It has to end, since this process got that signal.
  void stop(const Signals::Taken& signal);
  /// The processes were stopped meanwhile, and go on: the time until now does not count.
  void go_on();
  /// Does what time has come for.
  void act();

  [[nodiscard]] bool is_ending() const { return asked_to_ != End::How::exited; }
  /// Seconds since it was started.
  [[nodiscard]] double elapsed() const;
  /// Seconds until act() or has_ended() may have something to do, at most one.
  [[nodiscard]] double pause() const;

 private:
  using Clock = std::chrono::steady_clock;

  /// Takes the status of all children that have ended.
  void reap();
  void ask();
  void kill_all();

  pid_t process_;
  double timeout_;
  Descendants& descendants_;
  Clock::time_point begin_ = Clock::now();
  std::optional<int> status_;  ///< of the process, as waitpid() has it; absent: it runs
  double ended_ = 0;           ///< when it ended
  End::How asked_to_ = End::How::exited;
  int stopped_by_ = 0;
  double ask_from_ = 0;                     ///< when what has to end is asked to
  std::vector<Descendants::Process> told_;  ///< have been asked
  double seen_ = 0;                         ///< when this process has run last
  bool was_paused_ = false;
};

}  // namespace allfold::command::try_out
