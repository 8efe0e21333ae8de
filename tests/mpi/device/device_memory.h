// Vectors in the memory of the host, or of the stand-in for a GPU (stand_in.h).
#ifndef ALLFOLD_TESTS_MPI_DEVICE_MEMORY_H
#define ALLFOLD_TESTS_MPI_DEVICE_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <vector>

#include "device/stand_in.h"

namespace allfold_test {

// Loads the driver that the variable STAND_IN names, at the first call.
const stand_in_functions& gpu();

// Whether it is loaded.
bool has_gpu();

enum class Where { host, device, managed, visible };

// Bytes with `filler` in all of them.
class Vector {
 public:
  static constexpr std::byte filler{0xa5};

  Vector(Where where, std::size_t bytes);

  void* address() const { return address_; }  // as a program passes it
  std::byte* data() const { return data_; }   // as the host can use it
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

// Frees all vectors on the device when it ends; they must not be used any more then.
class DeviceMemory {
 public:
  DeviceMemory() = default;
  ~DeviceMemory() { gpu().free_all(); }
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
};

}  // namespace allfold_test

#endif
