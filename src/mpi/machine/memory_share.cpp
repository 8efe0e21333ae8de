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
  constexpr std::string_view total = "MemTotal:";
  const std::string text = text_of_file(root + "/proc/meminfo");
  for (std::string_view lines = text; !lines.empty();) {
    std::string_view line = take_line(lines);
    if (!line.starts_with(total)) continue;
    line.remove_prefix(std::min(line.find_first_not_of(' ', total.size()), line.size()));
    return take_number(line) * 1024;
  }
  return 0;
}

}  // namespace

std::int64_t memory_of_processor(const std::string& root) {
  const std::int64_t processors = std::max(sysconf(_SC_NPROCESSORS_ONLN), 1L);
  std::int64_t share = memory_of_node(root) / processors;
  constexpr GroupFile limit{
      .name = "memory.max", .controller = "memory", .former_name = "memory.limit_in_bytes"};
  for (const std::string& line : lines_of_groups(limit, root)) {
    // "max" without a limit.
    std::string_view text = line;
    const std::int64_t bytes = take_number(text) / std::max(processors_of_group(root).count, 1);
    if (bytes > 0) share = share > 0 ? std::min(share, bytes) : bytes;
  }
  return share;
}

}  // namespace allfold::mpi::machine
