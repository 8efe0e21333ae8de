#include "support/buffers.h"

#include <algorithm>
#include <fstream>
#include <string>

namespace allfold_test {
namespace {

constexpr std::size_t guard_bytes = 192;  // a multiple of 64, longer than any vector register

testing::AssertionResult all_filler(const std::byte* begin, const std::byte* end,
                                    const std::byte* data) {
  const std::byte* wrong =
      std::find_if(begin, end, [](std::byte b) { return b != GuardedBuffer::filler; });
  if (wrong == end) return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << "byte " << wrong - data << ", counted from the buffer's first, was written";
}

}  // namespace

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
