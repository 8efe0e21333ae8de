#include "mpi/machine/machine.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <mpi.h>
#include <sched.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/segment_length.hpp"
#include "system/descriptor.hpp"
#include "text/format.hpp"

namespace allfold::mpi::machine {

namespace {

/// The content of a system file, up to a limit; "" if it cannot be read. The kernel generates such
/// a file when it is read, and one read returns all of it. Streams are not used, since constructing
/// a locale takes longer than all the rest.
std::string text_of_file(const std::string& name) {
  constexpr std::size_t most_bytes = 8 << 10;
  const system::Descriptor file(open(name.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!file.is_open()) return "";
  // Not zeroed, since this runs in a program's first call, and not on the stack, which may be
  // small.
  const auto text = std::make_unique_for_overwrite<std::array<char, most_bytes>>();
  ssize_t length = 0;
  do length = read(file.number(), text->data(), text->size());
  while (length < 0 && errno == EINTR);
  return length > 0 ? std::string(text->data(), static_cast<std::size_t>(length)) : "";
}

/// Removes the first line from a text, and returns it without its end.
std::string_view take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return line;
}

/// Removes a number from the front of a text; 0 if there is none.
std::int64_t take_number(std::string_view& text) {
  std::int64_t number = 0;
  const char* const end = std::from_chars(text.data(), text.data() + text.size(), number).ptr;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

}  // namespace

std::uint64_t node_identity() {
  const std::string text = text_of_file("/proc/sys/kernel/random/boot_id");
  std::string boot = text.substr(0, text.find('\n'));
  struct stat memory = {};
  if (boot.empty() || stat("/dev/shm", &memory) != 0) return 0;
  boot += ' ' + std::to_string(memory.st_dev) + ' ' + std::to_string(memory.st_ino);
  for (const char* space : {"/proc/self/ns/pid", "/proc/self/ns/ipc"}) {
    struct stat identity = {};
    if (stat(space, &identity) != 0) return 0;
    boot += ' ' + std::to_string(identity.st_ino);
  }
  return std::hash<std::string>{}(boot) | 1U;
}

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

struct CloseDirectory {
  void operator()(DIR* directory) const { closedir(directory); }
};

/// The names in a directory; empty if it cannot be read. std::filesystem's iterators are not used:
/// they terminate the program if there is no memory for a name.
std::vector<std::string> names_in(const char* path) {
  std::vector<std::string> names;
  const std::unique_ptr<DIR, CloseDirectory> directory(opendir(path));
  if (directory == nullptr) return names;
  while (const dirent* entry = readdir(directory.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  return names;
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

}  // namespace

Cache last_level_cache() {
  const std::string caches = directory_of_processor() + "/cache/index";
  // Indices increase with the cache level. Starts with the last level.
  for (const char* index : {"4", "3", "2"}) {
    const std::string of_index = caches + index;
    Cache cache{.processors = length_of_list(text_of_file(of_index + "/shared_cpu_list"))};
    if (cache.processors == 0) continue;
    const std::string text = text_of_file(of_index + "/size");
    std::string_view size = text;
    cache.bytes = take_number(size) * (size.starts_with('M') ? 1 << 20 : 1 << 10);
    return cache;
  }
  return {};
}

int processors_of_numa_node() {
  std::string path = directory_of_processor();
  // It contains a link to its NUMA node, such as "node3".
  for (const std::string& name : names_in(path.c_str())) {
    if (!name.starts_with("node")) continue;
    path.append("/").append(name).append("/cpulist");
    return std::max(length_of_list(text_of_file(path)), 1);
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

int ranks_of_job() {
  int ranks = 0;
  // Set by Open MPI, and by launchers that use PMI.
  for (const char* name : {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"})
    if (const char* value = std::getenv(name))
      ranks = std::max(ranks, static_cast<int>(std::strtol(value, nullptr, 10)));
  return ranks;
}

bool is_first_rank_of_job() {
  // Set by Open MPI's mpirun, by launchers that use PMIx or PMI, and by Slurm.
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"})
    if (const char* rank = std::getenv(name)) return std::string_view(rank) == "0";
  return true;
}

int processors_in_all(std::span<const Processors> processes) {
  std::vector<Processors> sets(processes.begin(), processes.end());
  std::ranges::sort(sets, {}, &Processors::set);
  const auto are_equal = [](const Processors& a, const Processors& b) { return a.set == b.set; };
  sets.erase(std::unique(sets.begin(), sets.end(), are_equal), sets.end());
  return std::transform_reduce(sets.begin(), sets.end(), 0, std::plus{},
                               [](const Processors& each) { return each.count; });
}

std::int64_t network_eager_limit() {
#if defined(OPEN_MPI)
  // Asking Open MPI through MPI_T takes 0.2 s, since it loads all of its components.
  const char* value = std::getenv("OMPI_MCA_btl_tcp_eager_limit");
  const std::int64_t limit =
      value != nullptr ? std::strtoll(value, nullptr, 10) : rules::usual_eager_limit;
  return limit > 0 ? limit : rules::usual_eager_limit;
#else
  return 0;
#endif
}

select::Network network_of_machine() {
  // InfiniBand and RoCE; Slingshot; Omni-Path.
  for (const char* devices : {"/sys/class/infiniband", "/sys/class/cxi", "/sys/class/hfi1"})
    if (!names_in(devices).empty()) return select::Network::high_speed;
  return select::Network::tcp;
}

namespace {

/// "AMD EPYC 7763 64-Core Processor", or the architecture if there is no such name.
std::string name_of_processor() {
  // The lines of the first processor come first.
  const std::string text = text_of_file("/proc/cpuinfo");
  for (std::string_view left = text; !left.empty();) {
    const std::string_view line = take_line(left);
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string_view::npos)
      return std::string(line.substr(colon + 2));
  }
  utsname system = {};
  return uname(&system) == 0 ? system.machine : "";
}

/// "Open MPI 4.1.4" from "Open MPI v4.1.4, package: ...", and "MPICH 4.0.2" from
/// "MPICH Version:\t4.0.2\n...", where blanks may replace the tab.
std::string name_of_mpi() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text = {};
  int length = 0;
  if (PMPI_Get_library_version(text.data(), &length) != MPI_SUCCESS) return "";
  std::string name(text.data());
  name.erase(std::min(name.find_first_of(",\n"), name.size()));
  constexpr std::string_view label = "Version:";
  if (const std::size_t at = name.find(label); at != std::string::npos)
    name.erase(at, name.find_first_not_of(" \t", at + label.size()) - at);
  if (const std::size_t v = name.find(" v"); v != std::string::npos) name.erase(v + 1, 1);
  return name;
}

}  // namespace

rules::MachineFingerprint fingerprint_of_machine() {
  return {.processor = name_of_processor(),
          .processors = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)),
          .network = std::string(select::name_of(network_of_machine())),
          .mpi = name_of_mpi()};
}

}  // namespace allfold::mpi::machine
