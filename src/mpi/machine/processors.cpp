#include "mpi/machine/processors.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <string_view>
#include <vector>

#include "mpi/machine/system_files.hpp"
#include "text/format.hpp"

namespace allfold::mpi::machine {

namespace {

/// The number of processors in a list such as "0-7,64-71".
int length_of_list(std::string_view list) {
  std::int64_t length = 0;
  while (!list.empty() && list.front() >= '0' && list.front() <= '9') {
    const std::int64_t low = take_number(list);
    std::int64_t high = low;
    if (list.starts_with('-')) {
      list.remove_prefix(1);
      high = take_number(list);
    }
    length += high - low + 1;
    if (list.starts_with(',')) list.remove_prefix(1);
  }
  return static_cast<int>(length);
}

std::uint32_t hash_of(std::string_view text) {
  return static_cast<std::uint32_t>(std::hash<std::string_view>{}(text));
}

/// The processors in the list of the control group, or else of the nearest group above it that has
/// one; a count of 0 if none has.
Processors of_nearest_list(const std::string& groups, std::string group,
                           const std::string& file_name) {
  for (;;) {
    const std::string text = text_of_file(text::format("{}{}/{}", groups, group, file_name));
    const std::string_view list = std::string_view(text).substr(0, text.find('\n'));
    if (const int length = length_of_list(list); length > 0)
      return {.count = length, .set = hash_of(list)};
    if (group.empty()) return {.count = 0};
    group.resize(std::min(group.rfind('/'), group.size()));
  }
}

/// The processors that this process may run on; empty if there are more than a cpu_set_t holds.
std::optional<cpu_set_t> affinity() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) return std::nullopt;
  return set;
}

/// The sysfs directory of the first processor that this process may run on; "" if not known.
std::string directory_of_processor() {
  const std::optional<cpu_set_t> processors = affinity();
  if (!processors) return "";
  std::size_t first = 0;
  while (first < CPU_SETSIZE && !CPU_ISSET(first, &*processors)) ++first;
  return "/sys/devices/system/cpu/cpu" + std::to_string(first);
}

/// The number of cores that have so many processors, which are hardware threads. `directory`: of one
/// of the processors.
int cores_of(int processors, const std::string& directory) {
  const int of_core = length_of_list(text_of_file(directory + "/topology/thread_siblings_list"));
  return processors / std::clamp(of_core, 1, std::max(processors, 1));
}

}  // namespace

Cache last_level_cache() {
  const std::string directory = directory_of_processor();
  const std::string caches = directory + "/cache/index";
  // Indices increase with the cache level. Starts with the last level.
  for (const char* index : {"4", "3", "2"}) {
    const std::string of_index = caches + index;
    Cache cache{
        .cores = cores_of(length_of_list(text_of_file(of_index + "/shared_cpu_list")), directory)};
    if (cache.cores == 0) continue;
    const std::string text = text_of_file(of_index + "/size");
    std::string_view size = text;
    cache.bytes = take_number(size) * (size.starts_with('M') ? 1 << 20 : 1 << 10);
    return cache;
  }
  return {};
}

int cores_of_numa_node() {
  const std::string directory = directory_of_processor();
  std::string path = directory;
  // It contains a link to its NUMA node, such as "node3".
  for (const std::string& name : names_in(path.c_str())) {
    if (!name.starts_with("node")) continue;
    path.append("/").append(name).append("/cpulist");
    return std::max(cores_of(length_of_list(text_of_file(path)), directory), 1);
  }
  return 1;
}

Processors usable_processors() {
  const std::optional<cpu_set_t> set = affinity();
  if (!set) return {.count = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN))};
  const std::string_view bits(reinterpret_cast<const char*>(&*set), sizeof *set);
  return {.count = CPU_COUNT(&*set), .set = hash_of(bits)};
}

Processors processors_of_group(const std::string& root) {
  const std::string text = text_of_file(root + "/proc/self/cgroup");
  // "0::/user.slice" in version 2 of control groups, "7:cpuset:/slurm/job_3" in version 1.
  for (std::string_view groups = text; !groups.empty();) {
    const std::string line(take_line(groups));
    const std::size_t controllers = line.find(':');
    const std::size_t path = line.find(':', controllers + 1);
    if (path == std::string::npos) continue;
    const std::string names = line.substr(controllers, path + 1 - controllers);
    const std::string group = line.substr(path + 1) == "/" ? "" : line.substr(path + 1);
    Processors found{.count = 0};
    if (names == "::")
      found = of_nearest_list(root + "/sys/fs/cgroup", group, "cpuset.cpus.effective");
    else if (names == ":cpuset:")
      found = of_nearest_list(root + "/sys/fs/cgroup/cpuset", group, "cpuset.effective_cpus");
    if (found.count > 0) return found;
  }
  return {.count = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN))};
}

int processors_in_all(std::span<const Processors> processes) {
  std::vector<Processors> sets(processes.begin(), processes.end());
  std::ranges::sort(sets, {}, &Processors::set);
  const auto are_equal = [](const Processors& a, const Processors& b) { return a.set == b.set; };
  sets.erase(std::unique(sets.begin(), sets.end(), are_equal), sets.end());
  return std::transform_reduce(sets.begin(), sets.end(), 0, std::plus{},
                               [](const Processors& each) { return each.count; });
}

}  // namespace allfold::mpi::machine
