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
    if (const std::vector<int> numbers = numbers_in(list); !numbers.empty())
      return {.count = static_cast<int>(numbers.size()), .set = hash_of(list)};
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

}  // namespace

std::vector<int> numbers_in(std::string_view list) {
  std::vector<int> numbers;
  while (!list.empty() && list.front() >= '0' && list.front() <= '9') {
    const std::int64_t low = take_number(list);
    std::int64_t high = low;
    if (list.starts_with('-')) {
      list.remove_prefix(1);
      high = take_number(list);
    }
    for (std::int64_t number = low; number <= high; ++number)
      numbers.push_back(static_cast<int>(number));
    if (list.starts_with(',')) list.remove_prefix(1);
  }
  return numbers;
}

std::vector<int> usable_numbers() {
  std::vector<int> numbers;
  const std::optional<cpu_set_t> set = affinity();
  for (int number = 0; set && number < CPU_SETSIZE; ++number)
    if (CPU_ISSET(static_cast<std::size_t>(number), &*set)) numbers.push_back(number);
  return numbers;
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
