/// What a process learns about its node, from files or from other ranks.
#include "mpi/machine/processors.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <array>

#include "mpi/machine/memory_share.hpp"
#include "system/folder.hpp"
#include "text/format.hpp"

namespace allfold::mpi::machine {
namespace {

class ProcessorsOfGroup : public system::InFolder {
 protected:
  void write(const std::string& name, const std::string& text) const {
    static_cast<void>(made(name, text));
  }
};

TEST_F(ProcessorsOfGroup, AreThoseOfTheNearestControlGroupThatHasAList) {
  write("proc/self/cgroup", "0::/slurm/job_7/step_0\n");
  write("sys/fs/cgroup/cpuset.cpus.effective", "0-63\n");
  EXPECT_EQ(processors_of_group(folder()).count, 64);
  const std::uint32_t all = processors_of_group(folder()).set;
  write("sys/fs/cgroup/slurm/job_7/cpuset.cpus.effective", "2-4,8\n");
  EXPECT_NE(processors_of_group(folder()).set, all);
  EXPECT_EQ(processors_of_group(folder()).count, 4);
}

TEST_F(ProcessorsOfGroup, AreFoundInTheOlderVersionOfControlGroups) {
  write("proc/self/cgroup", "9:memory:/job\n7:cpuset:/job\n0::/elsewhere\n");
  write("sys/fs/cgroup/cpuset/job/cpuset.effective_cpus", "5,7\n");
  EXPECT_EQ(processors_of_group(folder()).count, 2);
}

TEST_F(ProcessorsOfGroup, AreAllWhereNothingIsSaid) {
  EXPECT_GE(processors_of_group(folder()).count, 1);
  write("proc/self/cgroup", "no line of a control group\n0::/\n");
  EXPECT_GE(processors_of_group(folder()).count, 1);
}

class MemoryOfProcessor : public ProcessorsOfGroup {
 protected:
  /// Bytes of all processors of this machine.
  static std::int64_t of_machine(std::int64_t bytes) {
    return bytes * sysconf(_SC_NPROCESSORS_ONLN);
  }
};

TEST_F(MemoryOfProcessor, IsAShareOfTheNodes) {
  EXPECT_EQ(memory_of_processor(folder()), 0) << "nothing is known";
  write("proc/meminfo", text::format("MemTotal:   {} kB\nMemFree: 17 kB\n", of_machine(4000)));
  EXPECT_EQ(memory_of_processor(folder()), 4000 * 1024);
}

TEST_F(MemoryOfProcessor, IsAShareOfTheLeastLimit) {
  write("proc/meminfo", text::format("MemTotal: {} kB\n", of_machine(4000)));
  write("proc/self/cgroup", "0::/slurm/job_7/step_0\n");
  write("sys/fs/cgroup/cpuset.cpus.effective", "0-7\n");
  write("sys/fs/cgroup/slurm/job_7/step_0/memory.max", "max\n");
  EXPECT_EQ(memory_of_processor(folder()), 4000 * 1024);
  write("sys/fs/cgroup/slurm/job_7/memory.max", "8000000\n");
  write("sys/fs/cgroup/slurm/memory.max", "9000000\n");
  EXPECT_EQ(memory_of_processor(folder()), 1000000);
  write("sys/fs/cgroup/slurm/memory.max", "1600\n");
  EXPECT_EQ(memory_of_processor(folder()), 200);
}

TEST_F(MemoryOfProcessor, IsFoundInTheOlderVersionOfControlGroups) {
  write("proc/meminfo", text::format("MemTotal: {} kB\n", of_machine(4000)));
  write("proc/self/cgroup", "9:memory:/job\n7:cpuset:/job\n");
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(memory_of_processor(folder()), 4000 * 1024);
  write("sys/fs/cgroup/cpuset/job/cpuset.effective_cpus", "5,7\n");
  write("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "2000000\n");
  EXPECT_EQ(memory_of_processor(folder()), 1000000);
}

TEST(ProcessorsInAll, CountEachSetOnce) {
  const std::array bound{Processors{.count = 1, .set = 11}, Processors{.count = 1, .set = 12}};
  EXPECT_EQ(processors_in_all(bound), 2);
  const std::array free{Processors{.count = 2, .set = 5}, Processors{.count = 2, .set = 5},
                        Processors{.count = 2, .set = 5}};
  EXPECT_EQ(processors_in_all(free), 2);
  const std::array by_twos{Processors{.count = 4, .set = 8}, Processors{.count = 4, .set = 9},
                           Processors{.count = 4, .set = 8}, Processors{.count = 4, .set = 9}};
  EXPECT_EQ(processors_in_all(by_twos), 8);
}

TEST(UsableProcessors, AreThisThreadsAffinity) {
  cpu_set_t all;
  ASSERT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
  EXPECT_EQ(usable_processors().count, CPU_COUNT(&all));
  cpu_set_t one;
  CPU_ZERO(&one);
  std::size_t first = 0;
  while (!CPU_ISSET(first, &all)) ++first;
  CPU_SET(first, &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  EXPECT_EQ(usable_processors().count, 1);
  if (CPU_COUNT(&all) > 1) {
    const std::uint32_t of_one = usable_processors().set;
    ASSERT_EQ(sched_setaffinity(0, sizeof all, &all), 0);
    EXPECT_NE(usable_processors().set, of_one);
  }
}

}  // namespace
}  // namespace allfold::mpi::machine
