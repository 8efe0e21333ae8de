/// The machine that rules are for.
#include <gtest/gtest.h>

#include <filesystem>

#include "rules/machine.hpp"

namespace allfold::rules {
namespace {

const MachineFingerprint here{.processor = "AMD EPYC 7763 (R) 64-Core",
                              .processors = 64,
                              .network = "high-speed",
                              .mpi = "Open MPI 4.1.4"};

TEST(RulesMachine, differs_in_parts_that_are_named) {
  EXPECT_EQ(difference(here, here), "");
  EXPECT_EQ(difference({}, here), "");
  EXPECT_EQ(difference({.processors = 64, .mpi = "Open MPI 4.1.4"}, here), "");
  EXPECT_EQ(difference({.processors = 32, .mpi = "MPICH 4.0"}, here),
            "its number of processors is '32', here '64'");
  EXPECT_EQ(difference({.mpi = "MPICH 4.0"}, here),
            "its MPI library is 'MPICH 4.0', here 'Open MPI 4.1.4'");
}

TEST(RulesMachine, names_parts) {
  EXPECT_EQ(parts_named(here), 4);
  EXPECT_EQ(parts_named({}), 0);
  EXPECT_EQ(parts_named({.processors = 1}), 1);
  EXPECT_EQ(names_of_parts({}), "");
  EXPECT_EQ(names_of_parts({.network = "tcp"}), "network");
  EXPECT_EQ(names_of_parts({.processor = "P", .network = "tcp"}), "processor and network");
  EXPECT_EQ(names_of_parts(here), "processor, number of processors, network, and MPI library");
}

TEST(RulesMachine, has_a_file_of_its_own_in_a_folder) {
  const std::string folder = ::testing::TempDir() + "allfold_rules_of_machines";
  std::filesystem::remove_all(folder);
  EXPECT_EQ(file_for(folder, here), folder) << "no folder";
  const std::string file = "amd-epyc-7763-r-64-core-64-high-speed-open-mpi-4.1.4.json";
  EXPECT_EQ(file_for(folder + '/', here), folder + '/' + file);
  EXPECT_TRUE(std::filesystem::is_directory(folder));
  EXPECT_EQ(file_for(folder, here), folder + '/' + file);
  EXPECT_EQ(file_for(folder, {.processor = " ../µ/é\n"}), folder + "/machine.json");
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace allfold::rules
