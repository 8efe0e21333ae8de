// The caches, NUMA nodes and sockets of processors, from generated system files.
#include "mpi/machine/topology.hpp"

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <vector>

#include "mpi/machine/cpu_info.hpp"
#include "mpi/machine/processor_name.hpp"
#include "support/node_files.hpp"

namespace allfold::mpi::machine {
namespace {

using Topologies = NodeFiles;

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

TEST_F(Topologies, KnowTheCoreOfAProcessThatStaysThere) {
  write_all({.all = 64, .of_socket = 64, .of_numa_node = 64, .of_cache = 8, .threads = 2});
  EXPECT_EQ(core_number(std::array{5, 64 + 5}, folder()), 5);
  EXPECT_EQ(core_number(std::array{64 + 5}, folder()), 5) << "the second hardware thread";
  EXPECT_EQ(core_number(std::array{5, 6}, folder()), no_number);
  EXPECT_EQ(core_number({}, folder()), no_number);
}

TEST_F(Topologies, CountCoresWhoseThreadsAreNumberedTogether) {
  write_all({.all = 16, .of_socket = 16, .of_numa_node = 8, .of_cache = 4, .threads = 4},
            Threads::together);
  const std::array thread{21};
  EXPECT_EQ(last_level_cache(thread, folder()).cores, 4);
  EXPECT_EQ(last_level_cache(thread, folder()).number, 16);
  EXPECT_EQ(numa_node(thread, folder()).cores, 8);
  EXPECT_EQ(core_number(thread, folder()), 20);
}

// 8 cores with 2 hardware threads and 16 with one: 32 processors.
TEST_F(Topologies, CountTheCoresOfTwoKinds) {
  write_two_kinds(8, 16);
  for (const int processor : {0, 15, 16, 31}) {
    EXPECT_EQ(last_level_cache(std::array{processor}, folder()).cores, 24) << processor;
    EXPECT_EQ(numa_node(std::array{processor}, folder()).cores, 24) << processor;
  }
  EXPECT_EQ(one_of_each_core(online_processors(folder()), folder()).size(), 24U);
}

TEST_F(Topologies, HaveOneProcessorForEachCoreThatMayBeUsed) {
  write_all({.all = 8, .of_socket = 8, .of_numa_node = 8, .of_cache = 8, .threads = 2});
  EXPECT_EQ(one_of_each_core(online_processors(folder()), folder()),
            (std::vector{0, 1, 2, 3, 4, 5, 6, 7}));
  // A container that may use the second hardware threads only, and one core with both.
  EXPECT_EQ(one_of_each_core(std::array{2, 8, 9, 10}, folder()), (std::vector{2, 8, 9}));
  EXPECT_EQ(one_of_each_core(std::array{98, 99}, folder()), (std::vector{98, 99})) << "unknown";
}

// Such as A64FX: 12 cores share an L2.
TEST_F(Topologies, EndWithTheLastCacheThatThereIs) {
  write_all(
      {.all = 48, .of_socket = 48, .of_numa_node = 12, .of_cache = 12, .level = 2, .kib = 8192});
  const std::array core{30};
  EXPECT_EQ(last_level_cache(core, folder()).bytes, 8 << 20);
  EXPECT_EQ(last_level_cache(core, folder()).cores, 12);
  EXPECT_EQ(last_level_cache(core, folder()).number, 24);
  EXPECT_EQ(last_cache_of_processor(30, folder()).level, 2);
  EXPECT_EQ(numa_node(core, folder()).number, 24);
}

TEST_F(Topologies, HaveCachesThatNoCoreShares) {
  write_all({.all = 4, .of_socket = 4, .of_numa_node = 4, .of_cache = 1});
  EXPECT_EQ(last_level_cache(std::array{3}, folder()).bytes, 512 << 10);
  EXPECT_EQ(last_level_cache(std::array{3}, folder()).number, 3);
}

TEST_F(Topologies, AreUnknownWhereTheSystemSaysNothing) {
  const std::array core{3};
  EXPECT_EQ(last_level_cache(core, folder()).cores, 1);
  EXPECT_EQ(last_level_cache(core, folder()).number, no_number);
  EXPECT_EQ(numa_node(core, folder()).number, no_number);
  EXPECT_EQ(socket_number(core, folder()), no_number);
  EXPECT_EQ(last_level_cache({}, folder()).number, no_number);
  EXPECT_EQ(last_cache_of_processor(3, folder()).level, 0);
  EXPECT_TRUE(online_processors(folder()).empty());
}

TEST_F(Topologies, NameTheFirstProcessor) {
  write_cpu_info(
      "processor\t: 0\nvendor_id\t: AuthenticAMD\nmodel\t\t: 1\n"
      "model name\t: AMD EPYC 7763: of 64 cores\npower management:\n\n"
      "processor\t: 1\nmodel\t\t: 2\nlast\t: x\n");
  EXPECT_EQ(cpu_info("model name", folder()), "AMD EPYC 7763: of 64 cores");
  EXPECT_EQ(cpu_info("model", folder()), "1");
  EXPECT_EQ(cpu_info("power management", folder()), "");
  EXPECT_EQ(cpu_info("name", folder()), "");
  EXPECT_EQ(processor_name(folder()), "AMD EPYC 7763: of 64 cores");
}

TEST_F(Topologies, NameTheFirstProcessorByItsNumbers) {
  const auto name_of = [this](const std::string& implementer, const std::string& part,
                              const std::string& variant) {
    write_cpu_info("processor\t: 0\nBogoMIPS\t: 243.75\nFeatures\t: fp asimd sve\n" +
                   ("CPU implementer\t: " + implementer) + "\nCPU architecture: 8\n" +
                   ("CPU variant\t: " + variant) + "\nCPU part\t: " + part +
                   "\nCPU revision\t: 1\n\nprocessor\t: 1\nCPU part\t: 0xd03\n");
    return processor_name(folder());
  };
  EXPECT_EQ(name_of("0x41", "0xd0c", "0x3"), "ARM Neoverse-N1 r3");
  EXPECT_EQ(name_of("0x41", "0xd4f", "0x0"), "ARM Neoverse-V2 r0");
  EXPECT_EQ(name_of("0x46", "0x001", "0x1"), "FUJITSU A64FX r1");
  EXPECT_EQ(name_of("0xc0", "0xac3", "0x10"), "Ampere Ampere-1 r16");
  EXPECT_EQ(name_of("0x41", "0x001", "0x0"), "ARM part 0x001 r0");
  EXPECT_EQ(name_of("0x99", "0x001", "0x2"), "implementer 0x99 part 0x001 r2");
}

TEST_F(Topologies, NameNoProcessorIfTheSystemSaysNothing) {
  EXPECT_EQ(processor_name(folder()), "");
  write_cpu_info("processor\t: 0\nisa\t: rv64imafdc\n");
  EXPECT_EQ(processor_name(folder()), "");
}

}  // namespace
}  // namespace allfold::mpi::machine
