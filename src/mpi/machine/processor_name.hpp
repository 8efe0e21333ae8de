/// @file The name of this node's processors, by which results of measurements are recognised.
#pragma once

#include <string>

namespace allfold::mpi::machine {

/// The name of the first processor: "AMD EPYC 7763 64-Core Processor" as in /proc/cpuinfo. On ARM,
/// where that has numbers, "ARM Neoverse-N1 r3": who designed the core, its name as `lscpu` prints
/// it, and the variant. Of a core that is not in the table, "ARM part 0xd99 r1". "" if the system
/// says nothing. `root` is prefixed to the path, for tests.
[[nodiscard]] std::string processor_name(const std::string& root = "");

}  // namespace allfold::mpi::machine
