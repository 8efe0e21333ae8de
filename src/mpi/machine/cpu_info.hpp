/// @file What the system says about the first processor of this node in /proc/cpuinfo.
#pragma once

#include <string>
#include <string_view>

namespace allfold::mpi::machine {

/// The value of a line such as "model name : AMD EPYC 7763 64-Core Processor"; "" if there is none.
/// `root` is prefixed to the path, for tests.
[[nodiscard]] std::string cpu_info(std::string_view label, const std::string& root = "");

}  // namespace allfold::mpi::machine
