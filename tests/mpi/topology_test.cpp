// The caches, NUMA nodes and sockets of processors, from generated system files.
#include "mpi/machine/topology.hpp"

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <string>
#include <vector>

#include "system/folder.hpp"
#include "text/format.hpp"

namespace allfold::mpi::machine {
namespace {

/// A node of cores, whose first hardware threads are numbered before all second ones.
struct Cores {
  int all;
  int of_socket;
  int of_numa_node;
  int of_cache;
  int threads;
};

class Topologies : public system::InFolder {
 protected:
  /// The processors of the group of so many cores in which a core is: "8-15,72-79".
  static std::string list_of(int core, int of_group, const Cores& cores) {
    const int first = core / of_group * of_group;
    std::string list;
    for (int thread = 0; thread < cores.threads; ++thread) {
      const int from = first + thread * cores.all;
      list += text::format("{}{}-{}", thread == 0 ? "" : ",", from, from + of_group - 1);
    }
    return list + "\n";
  }
  void write(const std::string& name, const std::string& text) const {
    static_cast<void>(made(name, text));
  }
  void write_all(const Cores& cores) {
    for (int processor = 0; processor < cores.all * cores.threads; ++processor) {
      const int core = processor % cores.all;
      const std::string directory = text::format("sys/devices/system/cpu/cpu{}/", processor);
      write(directory + "topology/thread_siblings_list", list_of(core, 1, cores));
      write(directory + "topology/core_siblings_list", list_of(core, cores.of_socket, cores));
      write(text::format("{}node{}/cpulist", directory, core / cores.of_numa_node),
            list_of(core, cores.of_numa_node, cores));
      write(directory + "cache/index2/shared_cpu_list", list_of(core, 1, cores));
      write(directory + "cache/index2/size", "512K\n");
      if (cores.of_cache == 1) continue;
      write(directory + "cache/index3/shared_cpu_list", list_of(core, cores.of_cache, cores));
      write(directory + "cache/index3/size", "32768K\n");
    }
  }
};

TEST_F(Topologies, AreThoseOfABoundProcess) {
  write_all({.all = 128, .of_socket = 64, .of_numa_node = 16, .of_cache = 8, .threads = 2});
  // Both hardware threads of core 77.
  const std::array core{77, 128 + 77};
  const Cache cache = last_level_cache(core, folder());
  EXPECT_EQ(cache.bytes, 32 << 20);
  EXPECT_EQ(cache.cores, 8) << "not hardware threads";
  EXPECT_EQ(cache.number, 72);
  EXPECT_EQ(numa_node(core, folder()).cores, 16);
  EXPECT_EQ(numa_node(core, folder()).number, 64);
  EXPECT_EQ(socket_number(core, folder()), 64);
}

TEST_F(Topologies, HaveNumbersOnlyForProcessesThatStayThere) {
  write_all({.all = 96, .of_socket = 48, .of_numa_node = 24, .of_cache = 48, .threads = 1});
  std::vector<int> numa_node_1(24);
  std::iota(numa_node_1.begin(), numa_node_1.end(), 24);
  EXPECT_EQ(numa_node(numa_node_1, folder()).number, 24);
  EXPECT_EQ(last_level_cache(numa_node_1, folder()).number, 0);
  std::vector<int> socket_0(48);
  std::iota(socket_0.begin(), socket_0.end(), 0);
  EXPECT_EQ(numa_node(socket_0, folder()).number, no_number);
  EXPECT_EQ(socket_number(socket_0, folder()), 0);
  const std::array everywhere{0, 95};
  EXPECT_EQ(last_level_cache(everywhere, folder()).number, no_number);
  EXPECT_EQ(last_level_cache(everywhere, folder()).cores, 48);
  EXPECT_EQ(socket_number(everywhere, folder()), no_number);
}

// Such as A64FX: groups of 12 cores share an L2.
TEST_F(Topologies, EndWithTheLastCacheThatThereIs) {
  write_all({.all = 48, .of_socket = 48, .of_numa_node = 12, .of_cache = 1, .threads = 1});
  const std::array core{30};
  EXPECT_EQ(last_level_cache(core, folder()).bytes, 512 << 10);
  EXPECT_EQ(last_level_cache(core, folder()).number, 30);
  EXPECT_EQ(numa_node(core, folder()).number, 24);
}

TEST_F(Topologies, AreUnknownWhereTheSystemSaysNothing) {
  const std::array core{3};
  EXPECT_EQ(last_level_cache(core, folder()).cores, 1);
  EXPECT_EQ(last_level_cache(core, folder()).number, no_number);
  EXPECT_EQ(numa_node(core, folder()).number, no_number);
  EXPECT_EQ(socket_number(core, folder()), no_number);
  EXPECT_EQ(last_level_cache({}, folder()).number, no_number);
}

}  // namespace
}  // namespace allfold::mpi::machine
