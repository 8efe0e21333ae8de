/// @file Screen: whether somebody watches what this process prints.
#pragma once

namespace allfold::command::measure {

struct Screen {
  bool shows_errors = false;  ///< standard error reaches a terminal
  bool shows_output = false;  ///< that terminal shows standard output, too
};

/// Also through launchers: mpirun gives its processes a pipe for standard error, from which it
/// writes to its own. And it gives them a terminal for standard output, even where its own is a
/// file: what counts is where the launcher writes to.
[[nodiscard]] Screen find_screen();

}  // namespace allfold::command::measure
