#include "mpi/machine/topology.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "mpi/machine/processors.hpp"
#include "mpi/machine/system_files.hpp"
#include "text/format.hpp"

namespace allfold::mpi::machine {

namespace {

constexpr const char* all_processors = "/sys/devices/system/cpu";

/// The system's directory of a processor.
std::string directory_of(int processor, const std::string& root) {
  return text::format("{}{}/cpu{}", root, all_processors, processor);
}

std::int16_t narrowed(std::size_t number) {
  constexpr auto most = static_cast<std::size_t>(std::numeric_limits<std::int16_t>::max());
  return static_cast<std::int16_t>(std::min(number, most));
}

/// The hardware threads of a processor's core; empty if not known.
std::vector<int> threads_of_core(int processor, const std::string& root) {
  return numbers_in(text_of_file(directory_of(processor, root) + "/topology/thread_siblings_list"));
}

/// How many cores have these processors, which are all hardware threads of a cache or NUMA node.
/// Processors may have cores of several kinds, one with hardware threads and one without. Cores of
/// a kind follow each other, so that three of them tell whether each core has to be looked at,
/// which on a large node would take most of the time of MPI_Init.
std::int16_t cores_of(std::span<const int> processors, const std::string& root) {
  if (processors.empty()) return 0;
  const auto threads_of = [&](std::size_t at) {
    return std::clamp<std::size_t>(threads_of_core(processors[at], root).size(), 1,
                                   processors.size());
  };
  const std::size_t threads = threads_of(0);
  if (threads == threads_of(processors.size() / 2) && threads == threads_of(processors.size() - 1))
    return narrowed(processors.size() / threads);
  return narrowed(one_of_each_core(processors, root).size());
}

/// The lowest number, if all of the processors are among these.
std::int16_t number_of(std::span<const int> all, std::span<const int> processors) {
  if (all.empty() || !std::ranges::includes(all, processors)) return no_number;
  return narrowed(static_cast<std::size_t>(all.front()));
}

}  // namespace

CacheOfProcessor cache_of_processor(int processor, int level, const std::string& root) {
  // Index 0 is the first level's cache of data, index 1 that of instructions, and from there on
  // indices are levels.
  const std::string directory =
      text::format("{}/cache/index{}", directory_of(processor, root), level == 1 ? 0 : level);
  std::vector<int> sharing = numbers_in(text_of_file(directory + "/shared_cpu_list"));
  if (sharing.empty()) return {};
  const std::string text = text_of_file(directory + "/size");
  std::string_view size = text;
  const std::int64_t number = take_number(size);
  return {.level = level,
          .bytes = number * (size.starts_with('M') ? 1 << 20 : 1 << 10),
          .sharing = std::move(sharing)};
}

CacheOfProcessor last_cache_of_processor(int processor, const std::string& root) {
  for (const int level : {4, 3, 2})
    if (CacheOfProcessor cache = cache_of_processor(processor, level, root); cache.level != 0)
      return cache;
  return {};
}

Cache last_level_cache(std::span<const int> processors, const std::string& root) {
  if (processors.empty()) return {};
  const CacheOfProcessor cache = last_cache_of_processor(processors.front(), root);
  if (cache.level == 0) return {};
  return {.bytes = cache.bytes,
          .cores = cores_of(cache.sharing, root),
          .number = number_of(cache.sharing, processors)};
}

NumaNode numa_node(std::span<const int> processors, const std::string& root) {
  if (processors.empty()) return {};
  const std::string directory = directory_of(processors.front(), root);
  // It contains a link to its NUMA node, such as "node3".
  for (const std::string& name : names_in(directory.c_str())) {
    if (!name.starts_with("node")) continue;
    const std::string list = text::format("{}/{}/cpulist", directory, name);
    const std::vector<int> all = numbers_in(text_of_file(list));
    return {.cores = std::max<std::int16_t>(cores_of(all, root), 1),
            .number = number_of(all, processors)};
  }
  return {};
}

std::int16_t socket_number(std::span<const int> processors, const std::string& root) {
  if (processors.empty()) return no_number;
  const std::string list = directory_of(processors.front(), root) + "/topology/core_siblings_list";
  return number_of(numbers_in(text_of_file(list)), processors);
}

std::int16_t core_number(std::span<const int> processors, const std::string& root) {
  if (processors.empty()) return no_number;
  return number_of(threads_of_core(processors.front(), root), processors);
}

std::vector<int> one_of_each_core(std::span<const int> processors, const std::string& root) {
  std::vector<int> left(processors.begin(), processors.end());
  for (std::size_t first = 0; first < left.size(); ++first) {
    const std::vector<int> threads = threads_of_core(left[first], root);
    const auto is_of_core = [&](int processor) {
      return std::ranges::find(threads, processor) != threads.end();
    };
    left.erase(std::remove_if(left.begin() + static_cast<std::ptrdiff_t>(first) + 1, left.end(),
                              is_of_core),
               left.end());
  }
  return left;
}

std::vector<int> online_processors(const std::string& root) {
  return numbers_in(text_of_file(text::format("{}{}/online", root, all_processors)));
}

}  // namespace allfold::mpi::machine
