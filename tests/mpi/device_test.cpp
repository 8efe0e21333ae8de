/// The addresses that are known to be in the host's memory without a query.
#include "mpi/gpu/device.hpp"

#include <gtest/gtest.h>

namespace allfold::mpi::gpu {
namespace {

const void* at(std::uintptr_t address) { return reinterpret_cast<const void*>(address); }

TEST(Devices, KnowThePagesThatTheyHaveSeen) {
  Devices devices;
  EXPECT_FALSE(devices.is_of_host(at(0x401000)));
  EXPECT_EQ(devices.owner_of(at(0x401000)), nullptr);
  EXPECT_TRUE(devices.is_of_host(at(0x401fff)));
  EXPECT_FALSE(devices.is_of_host(at(0x402000)));
}

// As with vectors in static arrays, or in memory pools: if both shared one cache entry, each call
// would query the driver twice.
TEST(Devices, KnowTwoVectorsThatLieAPowerOfTwoApart) {
  for (const std::uintptr_t first :
       std::initializer_list<std::uintptr_t>{0x404080, 0x7f1234560010, 0x55d0c0ffee00})
    for (std::uintptr_t distance = 4096; distance <= std::uintptr_t{1} << 40U; distance *= 2) {
      Devices devices;
      EXPECT_EQ(devices.owner_of(at(first)), nullptr);
      EXPECT_EQ(devices.owner_of(at(first + distance)), nullptr);
      EXPECT_TRUE(devices.is_of_host(at(first)) && devices.is_of_host(at(first + distance)))
          << first << " + " << distance;
    }
}

}  // namespace
}  // namespace allfold::mpi::gpu
