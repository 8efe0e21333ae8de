// Buffers that notice what is done to them.
#ifndef ALLFOLD_TESTS_MPI_SUPPORT_BUFFERS_H
#define ALLFOLD_TESTS_MPI_SUPPORT_BUFFERS_H

#include <gtest/gtest.h>

#include <cstddef>

#include "support/pages.hpp"

namespace allfold_test {

// `bytes` bytes with guard bytes on both sides (intact() tells whether they were written), and
// beyond those a page that ends the program. All bytes begin as `filler`.
class GuardedBuffer {
 public:
  static constexpr std::byte filler{0xa5};

  // `misalignment` is the offset of the first byte from a multiple of 64.
  explicit GuardedBuffer(std::size_t bytes, std::size_t misalignment = 0);

  std::byte* data() const { return data_; }
  std::size_t size() const { return bytes_; }
  template <typename T>
  T* as() const {
    return reinterpret_cast<T*>(data_);
  }

  void fill();  // every byte as in the beginning
  void forbid_writing() const { pages_.forbid_writing(); }
  void allow_writing() const { pages_.allow_writing(); }
  testing::AssertionResult intact() const;
  testing::AssertionResult untouched() const;  // the guards and the buffer itself

 private:
  Pages pages_;
  std::byte* data_;
  std::size_t bytes_;
};

// An address that ends the program when it is read or written: the receive buffer of a rank that
// MPI says has none.
void* inaccessible_address();

// Bytes that can be allocated now without swapping.
std::size_t available_memory();

}  // namespace allfold_test

#endif
