#include "node/own_memory.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "node/other_memory.hpp"
#include "node/slots.hpp"
#include "system/descriptor.hpp"

namespace allfold::node {
namespace {

std::size_t page() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

/// The number of page faults of this thread when it writes to each page.
long faults_when_written(std::byte* memory, std::size_t size) {
  const auto faults = [] {
    rusage usage = {};
    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_minflt;
  };
  const long before = faults();
  for (std::size_t byte = 0; byte < size; byte += page())
    *reinterpret_cast<volatile std::byte*>(memory + byte) = std::byte{1};
  return faults() - before;
}

bool can_bring() {
#ifdef MADV_POPULATE_WRITE
  void* const memory =
      mmap(nullptr, page(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const bool can = madvise(memory, page(), MADV_POPULATE_WRITE) == 0;
  munmap(memory, page());
  return can;
#else
  return false;
#endif
}

// Slots are not whole pages: all but the first slot of a chunk begin inside a page.
TEST(OwnMemory, BringsThePagesOfEachSlot) {
  if (!can_bring()) GTEST_SKIP() << "the system cannot bring pages in advance";
  OwnMemory own;
  SlotPool pool;
  const auto faults = [](const std::optional<OwnSlot>& taken) {
    return faults_when_written(reinterpret_cast<std::byte*>(taken->slot), sizeof(Slot));
  };
  constexpr std::size_t most = 100 * sizeof(Slot);
  const std::int64_t offset = *own.reserve(most);
  const Extent extent{.memory = own.name(), .offset = offset, .columns = 1, .slots = 16};
  ASSERT_TRUE(own.settle(offset, most, ExtentLayout(extent).bytes()));
  OtherMemory others;
  auto taken = pool.take_of_new(
      extent, 0, others.range(own.name(), offset, ExtentLayout(extent).all_slots().bytes));
  for (int slot = 0; slot < extent.slots; ++slot) {
    ASSERT_TRUE(taken.has_value());
    EXPECT_LE(faults(taken), 2) << slot;
    taken = pool.take();
  }
  EXPECT_FALSE(taken.has_value());
}

TEST(OwnMemory, IsNoProgram) {
  const system::Descriptor probe(memfd_create("probe", MFD_CLOEXEC | 8U /* MFD_NOEXEC_SEAL */));
  if (!probe.is_open()) GTEST_SKIP() << "the system cannot be told";
  OwnMemory own;
  ASSERT_TRUE(own.grow(page()).has_value());
  struct stat status = {};
  ASSERT_EQ(fstat(own.name().file, &status), 0);
  EXPECT_EQ(status.st_mode & 0111U, 0U);
}

// Others may have lengthened the file for a range that is reserved, and have data there.
TEST(OwnMemory, NeverShortensTheFile) {
  OwnMemory own;
  const std::size_t unit = OwnMemory::unit;
  const std::int64_t first = *own.reserve(unit);
  const std::int64_t second = *own.reserve(unit);
  const auto mapped = map_range(own.name(), second, unit);
  ASSERT_TRUE(mapped.has_value());
  ASSERT_TRUE(fill_range(own.name(), second, {mapped->bytes(), unit}));
  mapped->bytes()[unit - 1] = std::byte{7};
  ASSERT_TRUE(own.settle(first, unit, unit));
  EXPECT_EQ(mapped->bytes()[unit - 1], std::byte{7});
  ASSERT_TRUE(own.settle(second, unit, unit));
  const auto chunk = own.grow(unit);
  ASSERT_TRUE(chunk.has_value());
  EXPECT_EQ(chunk->offset, second + static_cast<std::int64_t>(unit));
  EXPECT_EQ(mapped->bytes()[unit - 1], std::byte{7});
}

TEST(OwnMemory, ReusesAReservedRangeThatIsGivenBack) {
  OwnMemory own;
  const std::size_t unit = OwnMemory::unit;
  const std::int64_t first = *own.reserve(10 * unit);
  own.settle(first, 10 * unit, 3 * unit);
  const std::int64_t second = *own.reserve(unit);
  EXPECT_EQ(second, first + static_cast<std::int64_t>(3 * unit));
  own.settle(second, unit, 0);
  EXPECT_EQ(*own.reserve(2 * unit), second);
}

// A process may have closed its memory's descriptor, and opened another file with that number.
TEST(OwnMemory, OpensNoPipeOfAnotherProcess) {
  std::string folder = testing::TempDir() + "own_memory_XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const std::string name = folder + "/pipe";
  ASSERT_EQ(mkfifo(name.c_str(), S_IRUSR | S_IWUSR), 0);
  {
    const system::Descriptor pipe(open(name.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    ASSERT_TRUE(pipe.is_open());
    EXPECT_FALSE(map_range({.process = getpid(), .file = pipe.number(), .token = 0},
                           static_cast<std::int64_t>(OwnMemory::unit), page()));
    pollfd state = {.fd = pipe.number(), .events = POLLIN, .revents = 0};
    poll(&state, 1, 0);
    EXPECT_EQ(state.revents & POLLHUP, 0) << "somebody has opened it to write, and closed it";
  }
  unlink(name.c_str());
  rmdir(folder.c_str());
}

// Other ranks find at an offset a chunk of the length that they have mapped.
TEST(OwnMemory, GivesAPlaceInTheFileToChunksOfOneSizeOnly) {
  OwnMemory own;
  auto first = own.grow(2 * page());
  ASSERT_TRUE(first.has_value());
  const std::int64_t offset = first->offset;
  own.give_back(std::move(*first));
  const auto longer = own.grow(3 * page());
  ASSERT_TRUE(longer.has_value());
  EXPECT_NE(longer->offset, offset);
  EXPECT_EQ(longer->mapping.size(), 3 * page());
  const auto same = own.grow(2 * page());
  ASSERT_TRUE(same.has_value());
  EXPECT_EQ(same->offset, offset);
  EXPECT_EQ(own.bytes(), 5 * page());
}

}  // namespace
}  // namespace allfold::node
