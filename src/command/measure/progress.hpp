/// @file Progress: how far measuring has come, for those who watch.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "command/measure/screen.hpp"

namespace allfold::command::measure {

/// Speaks on standard error: a bar where that is a terminal.
class Progress {
 public:
  enum class Voice {
    quiet,
    terminal,  ///< the bar alone
    loud,      ///< elsewhere a line now and then
  };
  /// `command` is named in lines; `points` of what `unit` names are to be measured.
  Progress(Voice voice, std::string_view command, int points, Screen screen = find_screen(),
           std::string_view unit = "points");

  /// What is measured now, after so many points, and how long all will take from now on.
  void show(int done, double seconds_left, std::string_view now);
  /// Takes the bar away: other output is to come, or the end.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  Voice voice_;
  std::string_view command_;
  int points_;
  Screen screen_;
  std::string_view unit_;
  Clock::time_point said_;  ///< when a line was
  bool is_shown_ = false;
};

/// "45 s", "12 min", "1.5 h".
[[nodiscard]] std::string readable_seconds(double seconds);

}  // namespace allfold::command::measure
