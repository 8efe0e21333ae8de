/// @file Stopping: SIGINT and SIGTERM end the measuring, not the program.
#pragma once

#include <string_view>

namespace allfold::command::measure {

/// From now on the two signals are only noted.
void note_signals();

/// The signal that came, or 0.
[[nodiscard]] int noted_signal();

/// Sleeps until one has come, or until wake() is called.
void wait_for_signal();
void wake();

/// "SIGTERM".
[[nodiscard]] std::string_view name_of_signal(int signal);

/// What a shell has for a process that a signal ended.
[[nodiscard]] constexpr int status_of_signal(int signal) { return 128 + signal; }

}  // namespace allfold::command::measure
