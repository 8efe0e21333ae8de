#include "support/buffers.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>

namespace allfold_test {
namespace {

constexpr std::size_t guard_bytes = 192;  // a multiple of 64, more than any vector register

std::size_t page_bytes() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

std::size_t round_up_to_pages(std::size_t bytes) {
  return (bytes + page_bytes() - 1) / page_bytes() * page_bytes();
}

void protect(std::byte* begin, std::size_t bytes, int protection) {
  if (mprotect(begin, bytes, protection) != 0) std::abort();
}

testing::AssertionResult all_filler(const std::byte* begin, const std::byte* end,
                                    const std::byte* data) {
  const std::byte* wrong =
      std::find_if(begin, end, [](std::byte b) { return b != GuardedBuffer::filler; });
  if (wrong == end) return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << "byte " << wrong - data << ", counted from the buffer's first, was written";
}

}  // namespace

Pages::Pages(std::size_t bytes) : whole_bytes_(round_up_to_pages(bytes) + 2 * page_bytes()) {
  void* memory =
      mmap(nullptr, whole_bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) std::abort();
  whole_ = static_cast<std::byte*>(memory);
  allow_writing();
}

Pages::~Pages() { munmap(whole_, whole_bytes_); }

std::byte* Pages::data() const { return whole_ + page_bytes(); }
std::size_t Pages::size() const { return whole_bytes_ - 2 * page_bytes(); }
void Pages::forbid_writing() const { protect(data(), size(), PROT_READ); }
void Pages::allow_writing() const { protect(data(), size(), PROT_READ | PROT_WRITE); }
void Pages::forbid_access() const { protect(data(), size(), PROT_NONE); }

GuardedBuffer::GuardedBuffer(std::size_t bytes, std::size_t misalignment)
    : pages_(guard_bytes + misalignment + bytes + guard_bytes),
      data_(pages_.data() + guard_bytes + misalignment),
      bytes_(bytes) {
  fill();
}

void GuardedBuffer::fill() { std::fill(data_ - guard_bytes, data_ + bytes_ + guard_bytes, filler); }

testing::AssertionResult GuardedBuffer::intact() const {
  const testing::AssertionResult below = all_filler(data_ - guard_bytes, data_, data_);
  if (!below) return below;
  return all_filler(data_ + bytes_, data_ + bytes_ + guard_bytes, data_);
}

testing::AssertionResult GuardedBuffer::untouched() const {
  return all_filler(data_ - guard_bytes, data_ + bytes_ + guard_bytes, data_);
}

void* inaccessible_address() {
  static const Pages pages(1);
  pages.forbid_access();
  return pages.data();
}

std::size_t available_memory() {
  std::ifstream meminfo("/proc/meminfo");
  for (std::string word; meminfo >> word;) {
    std::size_t kibibytes;
    if (word == "MemAvailable:" && meminfo >> kibibytes) return kibibytes * 1024;
  }
  return 0;
}

}  // namespace allfold_test
