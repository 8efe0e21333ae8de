// Vectors in the memory of the host, or of the stand-in for a GPU (stand_in.h).
#ifndef ALLFOLD_TESTS_MPI_DEVICE_MEMORY_H
#define ALLFOLD_TESTS_MPI_DEVICE_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <vector>

#include "device/stand_in.h"

namespace allfold_test {

// The driver that the variable STAND_IN names, loaded at the first call.
const stand_in_functions& gpu();

// Whether the driver is loaded.
bool has_gpu();

enum class Where { host, device, managed, visible };

// A buffer of `bytes` bytes, all of which are `filler` at first.
class Vector {
 public:
  static constexpr std::byte filler{0xa5};

  Vector(Where where, std::size_t bytes);

  void* address() const { return address_; }  // what a program passes to MPI
  std::byte* data() const { return data_; }   // the address at which the host can access it
  template <typename T>
  T* as() const {
    return reinterpret_cast<T*>(data_);
  }
  std::size_t size() const { return bytes_; }
  bool is_untouched() const;

 private:
  std::size_t bytes_;
  std::vector<std::byte> own_;
  void* address_;
  std::byte* data_;
};

// Frees all vectors on the device in its destructor; they must not be used after that.
class DeviceMemory {
 public:
  DeviceMemory() = default;
  ~DeviceMemory() { gpu().free_all(); }
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
};

}  // namespace allfold_test

#endif
