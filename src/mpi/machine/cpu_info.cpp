#include "mpi/machine/cpu_info.hpp"

#include "mpi/machine/system_files.hpp"

namespace allfold::mpi::machine {

// The lines of the first processor come first.
std::string cpu_info(std::string_view label, const std::string& root) {
  return labelled_value(root + "/proc/cpuinfo", label);
}

}  // namespace allfold::mpi::machine
