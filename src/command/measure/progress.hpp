/// @file Progress: shows how far a measurement has come.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "command/measure/screen.hpp"

namespace allfold::command::measure {

/// Writes to standard error. On a terminal it shows a progress bar.
class Progress {
 public:
  enum class Voice {
    quiet,
    terminal,  ///< a bar, on terminals only
    loud,      ///< a bar on terminals; elsewhere a line now and then
  };
  /// `command` is named in the lines. `points` is the number of points to measure; `unit` is their
  /// name.
  Progress(Voice voice, std::string_view command, int points, Screen screen = find_screen(),
           std::string_view unit = "points");

  /// Shows what is measured now, after `done` points, and the estimated seconds left.
  void show(int done, double seconds_left, std::string_view now);
  /// Removes the bar, before other output and at the end.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  Voice voice_;
  std::string_view command_;
  int points_;
  Screen screen_;
  std::string_view unit_;
  Clock::time_point said_;  ///< time of the last line
  bool is_shown_ = false;
};

/// For example "45 s", "12 min", "1.5 h".
[[nodiscard]] std::string readable_seconds(double seconds);

}  // namespace allfold::command::measure
