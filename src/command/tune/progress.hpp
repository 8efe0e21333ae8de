/// @file Progress: how far the tuner has come, for those who watch.
#pragma once

#include <string_view>

namespace allfold::command::tune {

/// Speaks on standard error: a bar where that is a terminal, else a line now and then.
class Progress {
 public:
  enum class Voice { loud, quiet };
  Progress(Voice voice, int points, double budget);

  /// What is measured now, after so many points.
  void show(int done, std::string_view now);
  /// Takes the bar away.
  void end();

 private:
  Voice voice_;
  int points_;
  double begin_;
  double budget_;
  double said_;  ///< when
  bool is_terminal_;
};

}  // namespace allfold::command::tune
