#include "system/process_name.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <string_view>

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

std::string job_number() {
  for (const char* variable : {"SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID"}) {
    const char* const value = std::getenv(variable);
    if (value == nullptr || *value == '\0') continue;
    // PBS appends the name of a server: "4711.server".
    std::string number(value);
    number.erase(std::min(number.find('.'), number.size()));
    std::ranges::replace(number, '/', '_');
    return number;
  }
  return std::to_string(getpid());
}

std::string named_for_job(std::string name) {
  constexpr std::string_view mark = "%j";
  for (std::size_t at = name.find(mark); at != std::string::npos; at = name.find(mark, at)) {
    const std::string number = job_number();
    name.replace(at, mark.size(), number);
    at += number.size();
  }
  return name;
}

}  // namespace allfold::system
