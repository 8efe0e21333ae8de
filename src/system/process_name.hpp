/// @file Process name: what tells a process from others, in the names of files.
#pragma once

#include <string>

namespace allfold::system {

/// Of this machine; "host" where it has none.
[[nodiscard]] std::string host_name();

/// "solver-node3-4711": program, host, and number of this process. Without '/'.
[[nodiscard]] std::string process_name();

}  // namespace allfold::system
