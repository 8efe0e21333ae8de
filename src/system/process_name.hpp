/// @file Names of processes, for names of files.
#pragma once

#include <string>

namespace allfold::system {

/// Name of this host, or "host" if it has none.
[[nodiscard]] std::string host_name();

/// "solver-node3-4711": program, host, and process ID. Contains no '/'.
[[nodiscard]] std::string process_name();

}  // namespace allfold::system
