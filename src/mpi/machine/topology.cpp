#include "mpi/machine/topology.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "mpi/machine/processors.hpp"
#include "mpi/machine/system_files.hpp"
#include "text/format.hpp"

namespace allfold::mpi::machine {

namespace {

/// The system's directory of the first of the processors.
std::string directory_of(std::span<const int> processors, const std::string& root) {
  return root + "/sys/devices/system/cpu/cpu" + std::to_string(processors.front());
}

std::int16_t narrowed(std::size_t number) {
  constexpr auto most = static_cast<std::size_t>(std::numeric_limits<std::int16_t>::max());
  return static_cast<std::int16_t>(std::min(number, most));
}

/// The hardware threads of a processor's core; empty if not known.
std::vector<int> threads_of_core(const std::string& directory) {
  return numbers_in(text_of_file(directory + "/topology/thread_siblings_list"));
}

/// How many cores have so many processors, which are hardware threads.
std::int16_t cores_of(std::size_t processors, const std::string& directory) {
  const std::size_t of_core = threads_of_core(directory).size();
  return narrowed(processors /
                  std::clamp<std::size_t>(of_core, 1, std::max<std::size_t>(processors, 1)));
}

/// The lowest number, if all of the processors are among these.
std::int16_t number_of(std::span<const int> all, std::span<const int> processors) {
  if (all.empty() || !std::ranges::includes(all, processors)) return no_number;
  return narrowed(static_cast<std::size_t>(all.front()));
}

}  // namespace

Cache last_level_cache(std::span<const int> processors, const std::string& root) {
  if (processors.empty()) return {};
  const std::string directory = directory_of(processors, root);
  // Indices increase with the cache level. Starts with the last level.
  for (const char* index : {"4", "3", "2"}) {
    const std::string of_index = directory + "/cache/index" + index;
    const std::vector<int> sharing = numbers_in(text_of_file(of_index + "/shared_cpu_list"));
    if (sharing.empty()) continue;
    const std::string text = text_of_file(of_index + "/size");
    std::string_view size = text;
    const std::int64_t number = take_number(size);
    return {.bytes = number * (size.starts_with('M') ? 1 << 20 : 1 << 10),
            .cores = cores_of(sharing.size(), directory),
            .number = number_of(sharing, processors)};
  }
  return {};
}

NumaNode numa_node(std::span<const int> processors, const std::string& root) {
  if (processors.empty()) return {};
  const std::string directory = directory_of(processors, root);
  // It contains a link to its NUMA node, such as "node3".
  for (const std::string& name : names_in(directory.c_str())) {
    if (!name.starts_with("node")) continue;
    const std::string list = text::format("{}/{}/cpulist", directory, name);
    const std::vector<int> all = numbers_in(text_of_file(list));
    return {.cores = std::max<std::int16_t>(cores_of(all.size(), directory), 1),
            .number = number_of(all, processors)};
  }
  return {};
}

bool is_first_of_core(int processor, const std::string& root) {
  const std::vector<int> threads = threads_of_core(directory_of(std::span(&processor, 1), root));
  return threads.empty() || threads.front() == processor;
}

std::int16_t socket_number(std::span<const int> processors, const std::string& root) {
  if (processors.empty()) return no_number;
  const std::string list = directory_of(processors, root) + "/topology/core_siblings_list";
  return number_of(numbers_in(text_of_file(list)), processors);
}

}  // namespace allfold::mpi::machine
