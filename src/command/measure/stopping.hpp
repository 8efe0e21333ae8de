/// @file Stopping: SIGINT and SIGTERM end the measurement, not the program.
#pragma once

#include <string_view>

namespace allfold::command::measure {

/// From now on these two signals are only noted.
void note_signals();

/// The signal that was noted, or 0.
[[nodiscard]] int noted_signal();

/// Sleeps until a signal is noted, or until wake() is called.
void wait_for_signal();
void wake();

/// For example "SIGTERM".
[[nodiscard]] std::string_view name_of_signal(int signal);

/// The exit status that a shell reports for a process that a signal ended.
[[nodiscard]] constexpr int status_of_signal(int signal) { return 128 + signal; }

}  // namespace allfold::command::measure
