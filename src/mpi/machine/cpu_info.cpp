#include "mpi/machine/cpu_info.hpp"

#include <algorithm>

#include "mpi/machine/system_files.hpp"

namespace allfold::mpi::machine {

std::string cpu_info(std::string_view label, const std::string& root) {
  // The lines of the first processor come first.
  const std::string text = text_of_file(root + "/proc/cpuinfo");
  for (std::string_view left = text; !left.empty();) {
    const std::string_view line = take_line(left);
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view name = line.substr(0, colon);
    if (name.substr(0, name.find_last_not_of(" \t") + 1) == label)
      return std::string(line.substr(std::min(colon + 2, line.size())));
  }
  return "";
}

}  // namespace allfold::mpi::machine
