/// @file A process that is started, and waited for.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "command/try_out/signals.hpp"

namespace allfold::command::try_out {

struct Start {
  std::string file;  ///< what is executed
  std::vector<std::string> words;
  std::vector<std::string> environment;  ///< "NAME=value"
  int input = -1;                        ///< descriptor that becomes standard input
  int output = -1;                       ///< that becomes standard output and standard error
  double timeout = 0;  ///< seconds after which the process is asked to end; 0: never
};

struct End {
  enum class How : std::uint8_t {
    exited,
    killed,       ///< by a signal that it did not expect
    timed_out,    ///< and was ended
    stopped,      ///< since this process was asked to end
    not_started,  ///< errno says why
  };
  How how = How::not_started;
  int status = 0;                ///< exit status, signal, or errno
  double seconds = 0;            ///< from the start to the end
  int stopped_by = 0;            ///< the signal that asked this process to end, or 0
  bool was_paused = false;       ///< by Ctrl-Z: the seconds say nothing
  std::vector<pid_t> left = {};  ///< processes that should have ended and go on

  [[nodiscard]] bool is_good() const { return how == How::exited && status == 0; }
};

/// What it ended with: "0", "signal 9", "no end within 60 s".
[[nodiscard]] std::string text_of(const End& end);
/// The same as part of a sentence: "exit status 3", "ended by signal 9", "no end within 60 s".
[[nodiscard]] std::string text_of_failure(const End& end);

/// Starts it, and waits for its end. `tick` is called about once in a second, with the seconds since the
/// start. If the process has to end before, so have all that it has started, directly or not: they are asked
/// to, and killed after ten seconds. A process that ends by itself may leave others running.
[[nodiscard]] End run_process(const Start& start, const Signals& signals,
                              const std::function<void(double)>& tick);

}  // namespace allfold::command::try_out
