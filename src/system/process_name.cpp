#include "system/process_name.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace allfold::system {

std::string host_name() {
  std::array<char, 256> name = {};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "host";
}

std::string process_name() {
  // A program may set its name to anything, including '/'.
  std::string name = program_invocation_short_name;
  name.append("-").append(host_name()).append("-").append(std::to_string(getpid()));
  std::ranges::replace(name, '/', '_');
  return name;
}

}  // namespace allfold::system
