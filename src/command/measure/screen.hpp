/// @file Screen: whether the output of this process reaches a terminal.
#pragma once

namespace allfold::command::measure {

struct Screen {
  bool shows_errors = false;  ///< standard error reaches a terminal
  bool shows_output = false;  ///< that terminal shows standard output, too
};

/// Looks through launchers. mpirun gives its processes a pipe for standard error and copies it to
/// its own. It may give them a terminal for standard output even if its own goes to a file. The
/// result therefore depends on where the launcher writes.
[[nodiscard]] Screen find_screen();

}  // namespace allfold::command::measure
