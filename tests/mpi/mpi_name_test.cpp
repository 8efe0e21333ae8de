/// The names of MPI libraries, from what they say of themselves.
#include "mpi/machine/mpi_name.hpp"

#include <gtest/gtest.h>

namespace allfold::mpi::machine {
namespace {

TEST(MpiName, IsShortWithTheVersion) {
  EXPECT_EQ(mpi_name_of("Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4"),
            "Open MPI 4.1.4");
  EXPECT_EQ(mpi_name_of("MPICH Version:\t4.0.2\nMPICH Release date:\tThu Apr  7"), "MPICH 4.0.2");
  EXPECT_EQ(mpi_name_of("MPICH Version:      4.2.1"), "MPICH 4.2.1");
}

TEST(MpiName, NamesTheRelativesOfMpich) {
  EXPECT_EQ(mpi_name_of("Intel(R) MPI Library 2021.9 for Linux* OS\n"), "Intel MPI 2021.9");
  EXPECT_EQ(mpi_name_of("MVAPICH2 Version      :\t2.3.7\nMVAPICH2 Release date :\tMarch"),
            "MVAPICH2 2.3.7");
  EXPECT_EQ(mpi_name_of("MVAPICH Version       :\t3.0\n"), "MVAPICH 3.0");
  EXPECT_EQ(mpi_name_of("MPI VERSION    : CRAY MPICH version 8.1.25.17 (ANL base 3.4a2)\n"),
            "Cray MPICH 8.1.25.17");
  EXPECT_EQ(mpi_name_of("=== ParaStation MPI 5.10.0-1 ===\n5.10.0-1 +pmi\nMPICH Version:\t4.1.2\n"),
            "ParaStation MPI 5.10.0-1");
}

TEST(MpiName, IsTheFirstLineOfOthers) {
  EXPECT_EQ(mpi_name_of("Another MPI 1.0, built\tyesterday\nmore"), "Another MPI 1.0");
  EXPECT_EQ(mpi_name_of(""), "");
}

}  // namespace
}  // namespace allfold::mpi::machine
