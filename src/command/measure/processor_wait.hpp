/// @file The time that this process waited for a processor.
#pragma once

namespace allfold::command::measure {

/// Seconds that the calling thread has spent ready to run without a processor, since it started. 0
/// if the system does not report it.
[[nodiscard]] double seconds_waited_for_processor();

}  // namespace allfold::command::measure
