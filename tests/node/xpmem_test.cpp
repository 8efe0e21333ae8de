#include "node/xpmem.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <numeric>
#include <set>
#include <vector>

namespace allfold::node {
namespace {

/// A stand-in for the module that attaches a process's own memory.
struct Module {
  std::set<std::int64_t> exposed;
  std::multiset<void*> attached;
  int attaches = 0;
  int accesses = 0;
  std::int64_t next = 1;
  bool gives_access = true;
};
Module module;

XpmemFunctions functions() {
  return {
      .make = [](void* address, std::size_t bytes, int permit_type, void* permit) -> std::int64_t {
        if (address != nullptr || bytes != ~std::size_t{0} || permit_type != 1 || permit == nullptr)
          return -1;
        module.exposed.insert(module.next);
        return module.next++;
      },
      .remove = [](std::int64_t segment) { return module.exposed.erase(segment) == 1 ? 0 : -1; },
      .get = [](std::int64_t segment, int /*flags*/, int /*permit_type*/,
                void* /*permit*/) -> std::int64_t {
        if (!module.gives_access || !module.exposed.contains(segment)) return -1;
        ++module.accesses;
        return 1000 + segment;
      },
      .release =
          [](std::int64_t /*access*/) {
            --module.accesses;
            return 0;
          },
      .attach = [](XpmemFunctions::Place place, std::size_t bytes, void* /*where*/) -> void* {
        if (place.access < 1000 || bytes != Xpmem::window_bytes) return reinterpret_cast<void*>(-1);
        void* const there = reinterpret_cast<void*>(place.offset);
        module.attached.insert(there);
        ++module.attaches;
        return there;
      },
      .detach =
          [](void* address) {
            module.attached.erase(module.attached.find(address));
            return 0;
          }};
}

/// Reads nothing, and counts the requests.
class Nothing final : public PeerMemory {
 public:
  explicit Nothing(int& times) : times_(times) {}
  [[nodiscard]] bool read(int /*rank*/, const Copy& /*copy*/) noexcept override {
    ++times_;
    return false;
  }

 private:
  int& times_;
};

class XpmemTest : public ::testing::Test {
 protected:
  XpmemTest() { module = {}; }

  AttachedMemory memory_of(const Segment& segment) {
    return {xpmem, {segment}, std::make_unique<Nothing>(times_otherwise)};
  }

  Xpmem xpmem{functions()};
  int times_otherwise = 0;
};

PeerMemory::Copy copy(void* into, const void* from, std::size_t bytes) {
  return {.into = into, .address = reinterpret_cast<std::uintptr_t>(from), .bytes = bytes};
}

TEST_F(XpmemTest, ReadsThroughWindowsThatItKeeps) {
  AttachedMemory memory = memory_of({.number = xpmem.expose(), .token = 7});
  std::vector<int> there(100);
  std::iota(there.begin(), there.end(), 1);
  std::vector<int> here(100);
  const PeerMemory::Copy all = copy(here.data(), there.data(), 400);
  ASSERT_TRUE(memory.read(0, all));
  EXPECT_EQ(here, there);
  const int attaches = module.attaches;
  EXPECT_LE(attaches, 2);
  there[99] = 55;
  ASSERT_TRUE(memory.read(0, all));
  EXPECT_EQ(here[99], 55);
  EXPECT_EQ(module.attaches, attaches);
  EXPECT_EQ(times_otherwise, 0);
}

TEST_F(XpmemTest, ReadsAcrossWindows) {
  AttachedMemory memory = memory_of({.number = xpmem.expose(), .token = 7});
  std::vector<std::uint32_t> there(3 * Xpmem::window_bytes / 4);
  std::iota(there.begin(), there.end(), 5U);
  std::vector<std::uint32_t> here(there.size());
  const PeerMemory::Copy all = copy(here.data(), there.data(), 4 * there.size());
  ASSERT_TRUE(memory.read(0, all));
  EXPECT_EQ(here, there);
  EXPECT_EQ(module.attaches, 4);
}

TEST_F(XpmemTest, LeavesToOthersWhatCannotBeRead) {
  AttachedMemory memory = memory_of({.number = xpmem.expose(), .token = 7});
  void* const closed = mmap(nullptr, 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(closed, MAP_FAILED);
  int here = 3;
  const PeerMemory::Copy one = copy(&here, static_cast<std::byte*>(closed) + 4096, 4);
  errno = 77;
  EXPECT_FALSE(memory.read(0, one));
  EXPECT_EQ(errno, 77);
  EXPECT_EQ(times_otherwise, 1);
  EXPECT_EQ(here, 3);
  munmap(closed, 8192);
}

// The owner may have protected the page, until it accesses it.
TEST_F(XpmemTest, LeavesToOthersWhatHasAPageInTheMiddleThatCannotBeRead) {
  AttachedMemory memory = memory_of({.number = xpmem.expose(), .token = 7});
  const auto page = static_cast<std::size_t>(getpagesize());
  void* const there =
      mmap(nullptr, 8 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(there, MAP_FAILED);
  std::vector<std::byte> here(8 * page);
  const PeerMemory::Copy all = copy(here.data(), there, here.size() - 8);
  EXPECT_TRUE(memory.read(0, all));
  for (std::size_t closed = 0; closed < 8; ++closed) {
    std::byte* const at = static_cast<std::byte*>(there) + closed * page;
    ASSERT_EQ(mprotect(at, page, PROT_NONE), 0);
    errno = 77;
    EXPECT_FALSE(memory.read(0, all)) << closed;
    EXPECT_EQ(errno, 77);
    ASSERT_EQ(mprotect(at, page, PROT_READ), 0);
  }
  EXPECT_EQ(times_otherwise, 8);
  munmap(there, 8 * page);
}

TEST_F(XpmemTest, LeavesToOthersWhoIsNotExposedOrGivesNoAccess) {
  int there = 1;
  int here = 0;
  const PeerMemory::Copy one = copy(&here, &there, 4);
  AttachedMemory of_nobody = memory_of({.number = Xpmem::nothing, .token = 7});
  EXPECT_FALSE(of_nobody.read(0, one));
  module.gives_access = false;
  AttachedMemory of_closed = memory_of({.number = xpmem.expose(), .token = 7});
  EXPECT_FALSE(of_closed.read(0, one));
  EXPECT_EQ(times_otherwise, 2);
  EXPECT_EQ(module.attaches, 0);
}

// A process that has the PID of one that has ended.
TEST_F(XpmemTest, DoesNotTakeOneProcessForAnother) {
  const std::int64_t number = xpmem.expose();
  const auto address = reinterpret_cast<std::uintptr_t>(&number);
  const auto before = xpmem.window({.number = number, .token = 7}, address);
  const auto after = xpmem.window({.number = number, .token = 8}, address);
  EXPECT_NE(before, after);
  EXPECT_EQ(module.accesses, 2);
}

TEST_F(XpmemTest, KeepsSoManyWindowsAndThoseThatAreUsed) {
  const Segment segment{.number = xpmem.expose(), .token = 7};
  const auto used = xpmem.window(segment, 0);
  for (std::uintptr_t window = 1; window < 2 * Xpmem::most_windows; ++window) {
    EXPECT_NE(xpmem.window(segment, window * Xpmem::window_bytes), nullptr);
    EXPECT_EQ(xpmem.window(segment, 5), used) << window;
  }
  EXPECT_EQ(module.attached.size(), Xpmem::most_windows);
}

TEST_F(XpmemTest, UndoesAllAtTheEnd) {
  const std::int64_t number = xpmem.expose();
  EXPECT_EQ(xpmem.expose(), number) << "once";
  EXPECT_NE(xpmem.window({.number = number, .token = 7}, 0), nullptr);
  xpmem.close();
  EXPECT_TRUE(module.attached.empty());
  EXPECT_TRUE(module.exposed.empty());
  EXPECT_EQ(module.accesses, 0);
}

}  // namespace
}  // namespace allfold::node
