// Buffers that detect writes outside them, and forbidden accesses.
#ifndef ALLFOLD_TESTS_MPI_SUPPORT_BUFFERS_H
#define ALLFOLD_TESTS_MPI_SUPPORT_BUFFERS_H

#include <gtest/gtest.h>

#include <cstddef>

#include "support/pages.hpp"

namespace allfold_test {

// `bytes` bytes with guard bytes on both sides (intact() checks them), and beyond those a page that
// ends the program when it is accessed. All bytes are `filler` at first.
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

  void fill();  // sets every byte to `filler`
  void forbid_writing() const { pages_.forbid_writing(); }
  void allow_writing() const { pages_.allow_writing(); }
  testing::AssertionResult intact() const;
  testing::AssertionResult untouched() const;  // checks the guards and the buffer itself

 private:
  Pages pages_;
  std::byte* data_;
  std::size_t bytes_;
};

// An address that ends the program when it is read or written: the receive buffer of a rank whose
// receive buffer is not significant.
void* inaccessible_address();

// The number of bytes that can be allocated now without swapping.
std::size_t available_memory();

}  // namespace allfold_test

#endif
