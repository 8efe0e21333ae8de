#include "mpi/machine/processors.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <string_view>
#include <vector>

#include "mpi/machine/control_groups.hpp"
#include "mpi/machine/system_files.hpp"

namespace allfold::mpi::machine {

namespace {

std::uint32_t hash_of(std::string_view text) {
  return static_cast<std::uint32_t>(std::hash<std::string_view>{}(text));
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
  constexpr GroupFile list{.name = "cpuset.cpus.effective",
                           .controller = "cpuset",
                           .former_name = "cpuset.effective_cpus"};
  for (const std::string& line : lines_of_groups(list, root))
    if (const std::vector<int> numbers = numbers_in(line); !numbers.empty())
      return {.count = static_cast<int>(numbers.size()), .set = hash_of(line)};
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
