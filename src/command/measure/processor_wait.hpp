/// @file How long the system has kept this process from running.
#pragma once

namespace allfold::command::measure {

/// Seconds so far that the calling thread was ready to run while others had its processors; 0 where
/// the system does not tell.
[[nodiscard]] double seconds_waited_for_processor();

}  // namespace allfold::command::measure
