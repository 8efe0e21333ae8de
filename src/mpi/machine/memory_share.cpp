#include "mpi/machine/memory_share.hpp"

#include <unistd.h>

#include <algorithm>
#include <string_view>

#include "mpi/machine/control_groups.hpp"
#include "mpi/machine/processors.hpp"
#include "mpi/machine/system_files.hpp"

namespace allfold::mpi::machine {

namespace {

/// Bytes of memory of the node; 0 if that is not known.
std::int64_t memory_of_node(const std::string& root) {
  const std::string kibibytes = labelled_value(root + "/proc/meminfo", "MemTotal");
  std::string_view text = kibibytes;
  return take_number(text) * 1024;
}

}  // namespace

std::int64_t memory_of_processor(const std::string& root) {
  const std::int64_t processors = std::max(sysconf(_SC_NPROCESSORS_ONLN), 1L);
  std::int64_t share = memory_of_node(root) / processors;
  constexpr GroupFile limit{
      .name = "memory.max", .controller = "memory", .former_name = "memory.limit_in_bytes"};
  const int of_group = std::max(processors_of_group(root).count, 1);
  for (const std::string& line : lines_of_groups(limit, root)) {
    // "max" without a limit.
    std::string_view text = line;
    const std::int64_t bytes = take_number(text) / of_group;
    if (bytes > 0) share = share > 0 ? std::min(share, bytes) : bytes;
  }
  return share;
}

}  // namespace allfold::mpi::machine
