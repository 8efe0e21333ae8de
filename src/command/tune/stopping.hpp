/// @file Stopping: SIGINT and SIGTERM end the measuring, not the program.
#pragma once

namespace allfold::command::tune {

/// From now on the two signals are only noted.
void note_signals();

/// The signal that came, or 0.
[[nodiscard]] int noted_signal();

}  // namespace allfold::command::tune
