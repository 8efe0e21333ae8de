// What `allfold doctor` says about the processors of a node, from generated system files.
#include "command/doctor/node_tree.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "command/doctor/processors.hpp"
#include "support/node_files.hpp"

namespace allfold::command::doctor {
namespace {

class NodeTrees : public NodeFiles {
 protected:
  [[nodiscard]] Part tree() const { return node_tree(folder()); }
  [[nodiscard]] std::string text() const { return text_of(tree()); }
  /// The findings, a line each, about a process that may use these processors.
  [[nodiscard]] std::string findings(const std::vector<int>& usable) const {
    std::string lines;
    for (const Finding& each : findings_about(tree(), usable))
      lines += text::format("{} {}: {}{}{}\n", name_of(each.level), each.subject, each.text,
                            each.remedy.empty() ? "" : "; ", each.remedy);
    return lines;
  }
  [[nodiscard]] std::string binding(const std::vector<int>& usable) const {
    const std::string lines = findings(usable);
    return lines.substr(std::min(lines.find("binding: "), lines.size()));
  }
};

std::vector<int> successive(int first, int number) {
  std::vector<int> all(static_cast<std::size_t>(number));
  std::iota(all.begin(), all.end(), first);
  return all;
}

TEST_F(NodeTrees, OfEpycs) {
  write_all({.all = 128, .of_socket = 64, .of_numa_node = 16, .of_cache = 8, .threads = 2});
  EXPECT_EQ(text(),
            "2 sockets, each with 4 NUMA nodes, each with 2 L3 caches of 32 MiB, each with 8 cores "
            "of 2 hardware threads");
}

TEST_F(NodeTrees, OfEpycsWithOneHardwareThreadPerCore) {
  write_all({.all = 128, .of_socket = 64, .of_numa_node = 64, .of_cache = 8});
  EXPECT_EQ(text(), "2 sockets, each with 1 NUMA node, 8 L3 caches of 32 MiB, each with 8 cores");
}

TEST_F(NodeTrees, OfEpycsWith96Cores) {
  write_all({.all = 192, .of_socket = 96, .of_numa_node = 96, .of_cache = 8, .threads = 2});
  EXPECT_EQ(text(),
            "2 sockets, each with 1 NUMA node, 12 L3 caches of 32 MiB, each with 8 cores of 2 "
            "hardware threads");
}

TEST_F(NodeTrees, OfXeons) {
  write_all({.all = 96,
             .of_socket = 48,
             .of_numa_node = 48,
             .of_cache = 48,
             .threads = 2,
             .kib = 105 << 10});
  EXPECT_EQ(text(),
            "2 sockets, each with 1 NUMA node, 1 L3 cache of 105 MiB, 48 cores of 2 hardware "
            "threads");
}

// Sub-NUMA clustering: two NUMA nodes share an L3.
TEST_F(NodeTrees, OfXeonsWithTwoNumaNodesPerSocket) {
  write_all({.all = 96,
             .of_socket = 48,
             .of_numa_node = 24,
             .of_cache = 48,
             .threads = 2,
             .kib = 105 << 10});
  EXPECT_EQ(text(),
            "2 sockets, each with 1 L3 cache of 105 MiB, 2 NUMA nodes, each with 24 cores of 2 "
            "hardware threads");
}

TEST_F(NodeTrees, OfA64fx) {
  write_all(
      {.all = 48, .of_socket = 48, .of_numa_node = 12, .of_cache = 12, .level = 2, .kib = 8192});
  EXPECT_EQ(text(), "1 socket, 4 NUMA nodes, each with 1 L2 cache of 8 MiB, 12 cores");
}

TEST_F(NodeTrees, OfGrace) {
  write_all({.all = 72, .of_socket = 72, .of_numa_node = 72, .of_cache = 72, .kib = 114 << 10});
  EXPECT_EQ(text(), "1 socket, 1 NUMA node, 1 L3 cache of 114 MiB, 72 cores");
}

TEST_F(NodeTrees, OfFourGraces) {
  write_all({.all = 288, .of_socket = 72, .of_numa_node = 72, .of_cache = 72, .kib = 114 << 10});
  EXPECT_EQ(text(), "4 sockets, each with 1 NUMA node, 1 L3 cache of 114 MiB, 72 cores");
}

TEST_F(NodeTrees, OfALaptopWithTwoKindsOfCores) {
  write_two_kinds(8, 16);
  EXPECT_EQ(text(),
            "1 socket, 1 NUMA node, 1 L3 cache of 30 MiB, 8 cores of 2 hardware threads and 16 "
            "cores");
  EXPECT_EQ(binding(successive(0, 32)),
            "binding: all cores share one cache and memory: Allfold needs not know on which core a "
            "rank runs\n");
}

TEST_F(NodeTrees, OfCachesWithDifferentNumbersOfCores) {
  write_all({.all = 16, .of_socket = 16, .of_numa_node = 16, .of_cache = 4});
  write("sys/devices/system/cpu/online", "0-14\n");
  EXPECT_EQ(text(),
            "1 socket, 1 NUMA node, 3 L3 caches of 32 MiB, each with 4 cores and 1 L3 cache of 32 "
            "MiB, 3 cores");
}

TEST_F(NodeTrees, OfASystemThatSaysNothing) {
  EXPECT_EQ(findings({0, 1}),
            "note node: the system does not describe its processors (/sys/devices/system/cpu): the "
            "clusters of ranks do not follow caches, NUMA nodes and sockets; mount /sys in the "
            "container\n");
}

TEST_F(NodeTrees, OfASystemThatSaysLittle) {
  for (int processor = 0; processor < 4; ++processor)
    write(text::format("sys/devices/system/cpu/cpu{}/topology/thread_siblings_list", processor),
          text::format("{}\n", processor));
  write("sys/devices/system/cpu/online", "0-3\n");
  EXPECT_EQ(findings({0, 1, 2, 3}),
            "ok node: 4 cores; the system does not describe: sockets, NUMA nodes, caches\n"
            "ok processors: this process may use all 4\n"
            "ok binding: all cores share one cache and memory: Allfold needs not know on which "
            "core a rank runs\n");
}

TEST_F(NodeTrees, TellWhatAContainerMayUse) {
  write_all({.all = 128, .of_socket = 64, .of_numa_node = 16, .of_cache = 8, .threads = 2});
  EXPECT_EQ(findings({4, 5, 132, 133}),
            "ok node: " + text() +
                "\n"
                "ok processors: this process may use 4 of 256 (4-5,132-133): 2 of 128 cores, 1 of "
                "16 L3 caches, 1 of 8 NUMA nodes, 1 of 2 sockets\n"
                "ok binding: Allfold knows the socket, NUMA node and L3 cache of a rank with the "
                "processors of this process: clusters of ranks follow them\n");
  EXPECT_EQ(binding({6, 7, 8, 9}),
            "binding: up to 8 ranks form no clusters: Allfold needs not know on which core a rank "
            "runs\n");
}

TEST_F(NodeTrees, TellWhatAllfoldCannotKnowOfRanksThatAreNotBound) {
  write_all({.all = 128, .of_socket = 64, .of_numa_node = 16, .of_cache = 8, .threads = 2});
  const std::string remedy =
      ": it assumes that successive ranks run on successive cores; bind each rank to a core "
      "(mpirun --bind-to core, srun --cpu-bind=cores), so that clusters of ranks follow them\n";
  EXPECT_EQ(findings(successive(0, 256)),
            "ok node: " + text() + "\nok processors: this process may use all 256\n" +
                "note binding: Allfold cannot know the socket, NUMA node and L3 cache of a rank "
                "with the processors of this process" +
                remedy);
  EXPECT_EQ(binding(successive(64, 64)),
            "binding: Allfold cannot know the NUMA node and L3 cache of a rank with the processors "
            "of this process" +
                remedy);
}

TEST(ListsOfProcessors, AreThoseOfTheSystem) {
  EXPECT_EQ(list_of(std::vector{0, 1, 2, 3, 8, 64, 65}), "0-3,8,64-65");
  EXPECT_EQ(list_of({}), "");
}

}  // namespace
}  // namespace allfold::command::doctor
