/// @file The files in which Linux describes the processors of a node, generated for tests.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "system/folder.hpp"
#include "text/format.hpp"

namespace allfold {

/// Cores of one kind, on one or several sockets. Cores that share a cache, NUMA node or socket are
/// numbered one after the other.
struct Cores {
  int all;
  int of_socket;
  int of_numa_node;
  int of_cache;  ///< the last level; 1: no core shares it
  int threads = 1;
  int level = 3;  ///< of that cache
  int kib = 32768;
  int kib_of_l2 = 512;
};

/// Where a core's hardware threads are numbered.
enum class Threads { after_all_cores, together };

class NodeFiles : public system::InFolder {
 protected:
  /// A node, for example of 16 cores whose processors are 0 to 15 and 16 to 31.
  void write_all(const Cores& cores, Threads threads = Threads::after_all_cores) const {
    write_processors(cores, threads);
    write("sys/devices/system/cpu/online", text::format("0-{}\n", cores.all * cores.threads - 1));
  }

  /// A node of one socket with cores of two kinds, which share an L3. The first ones have two
  /// hardware threads each, and the others, of which four share an L2, have one.
  void write_two_kinds(int large, int small) const {
    const int processors = 2 * large + small;
    const std::string all = text::format("0-{}\n", processors - 1);
    for (int processor = 0; processor < processors; ++processor) {
      const bool is_large = processor < 2 * large;
      const int first = is_large ? processor / 2 * 2 : processor;
      const int first_of_l2 = is_large ? first : 2 * large + (processor - 2 * large) / 4 * 4;
      const std::string of_core =
          is_large ? text::format("{}-{}\n", first, first + 1) : text::format("{}\n", first);
      const std::string directory = directory_of(processor);
      write(directory + "topology/thread_siblings_list", of_core);
      write(directory + "topology/core_siblings_list", all);
      write(directory + "node0/cpulist", all);
      write(directory + "cache/index2/shared_cpu_list",
            is_large ? of_core : text::format("{}-{}\n", first_of_l2, first_of_l2 + 3));
      write(directory + "cache/index2/size", "2048K\n");
      write(directory + "cache/index3/shared_cpu_list", all);
      write(directory + "cache/index3/size", "30720K\n");
    }
    write("sys/devices/system/cpu/online", all);
  }

  void write_cpu_info(const std::string& lines) const { write("proc/cpuinfo", lines); }

  void write(const std::string& name, const std::string& text) const {
    static_cast<void>(made(name, text));
  }

 private:
  static std::string directory_of(int processor) {
    return text::format("sys/devices/system/cpu/cpu{}/", processor);
  }

  /// The processors of the group of so many cores in which a core is: "8-15,72-79".
  static std::string list_of(int core, int of_group, const Cores& cores, Threads threads) {
    const int first = core / of_group * of_group;
    if (threads == Threads::together)
      return text::format("{}-{}\n", first * cores.threads, (first + of_group) * cores.threads - 1);
    std::string list;
    for (int thread = 0; thread < cores.threads; ++thread) {
      const int from = first + thread * cores.all;
      list += text::format("{}{}-{}", thread == 0 ? "" : ",", from, from + of_group - 1);
    }
    return list + "\n";
  }

  void write_processors(const Cores& cores, Threads threads) const {
    for (int processor = 0; processor < cores.all * cores.threads; ++processor) {
      const int core =
          threads == Threads::together ? processor / cores.threads : processor % cores.all;
      const auto list = [&](int of_group) { return list_of(core, of_group, cores, threads); };
      const std::string directory = directory_of(processor);
      // All hardware threads of a core have the same files, of which there are many to write.
      const int first = threads == Threads::together ? core * cores.threads : core;
      if (processor != first) {
        std::filesystem::create_directory_symlink(text::format("cpu{}", first),
                                                  file(directory.substr(0, directory.size() - 1)));
        continue;
      }
      write(directory + "topology/thread_siblings_list", list(1));
      write(directory + "topology/core_siblings_list", list(cores.of_socket));
      write(text::format("{}node{}/cpulist", directory, core / cores.of_numa_node),
            list(cores.of_numa_node));
      write(directory + "cache/index2/shared_cpu_list", list(1));
      write(directory + "cache/index2/size", text::format("{}K\n", cores.kib_of_l2));
      if (cores.of_cache == 1) continue;
      const std::string cache = text::format("{}cache/index{}/", directory, cores.level);
      write(cache + "shared_cpu_list", list(cores.of_cache));
      write(cache + "size", text::format("{}K\n", cores.kib));
    }
  }
};

}  // namespace allfold
