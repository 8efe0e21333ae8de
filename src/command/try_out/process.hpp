/// @file Starts a process and waits for its end.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "command/try_out/signals.hpp"

namespace allfold::command::try_out {

struct Start {
  std::string file;  ///< the file to execute
  std::vector<std::string> words;
  std::vector<std::string> environment;  ///< "NAME=value"
  int input = -1;                        ///< descriptor for standard input
  int output = -1;                       ///< descriptor for standard output and standard error
  double timeout = 0;                    ///< seconds until the process is asked to end; 0: never
};

struct End {
  enum class How : std::uint8_t {
    exited,
    killed,       ///< by a signal that this process did not send
    timed_out,    ///< ended because of the timeout
    stopped,      ///< ended because this process was asked to end
    not_started,  ///< `status` is an errno
  };
  How how = How::not_started;
  int status = 0;                ///< exit status, signal, or errno
  double seconds = 0;            ///< from the start to the end
  int stopped_by = 0;            ///< the signal that asked this process to end, or 0
  bool was_paused = false;       ///< by Ctrl-Z, so that `seconds` are meaningless
  std::vector<pid_t> left = {};  ///< processes that should have ended and still run

  [[nodiscard]] bool is_good() const { return how == How::exited && status == 0; }
};

/// How the process ended: "0", "signal 9", "no end within 60 s".
[[nodiscard]] std::string text_of(const End& end);
/// The same as a phrase: "exit status 3", "ended by signal 9", "no end within 60 s".
[[nodiscard]] std::string text_of_failure(const End& end);

/// Starts a process and waits until it ends. `tick` is called about once per second with the
/// seconds since the start. If the process is asked to end, all processes that it has started,
/// directly or indirectly, are asked as well; those that still run after ten seconds are killed. A
/// process that ends by itself may leave others running.
[[nodiscard]] End run_process(const Start& start, const Signals& signals,
                              const std::function<void(double)>& tick);

}  // namespace allfold::command::try_out
