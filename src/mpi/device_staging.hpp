/// @file Device staging: a call whose buffers are on a device runs on copies in the host's memory.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>

#include "exec/layout.hpp"
#include "mpi/device.hpp"
#include "node/elements.hpp"

namespace allfold::mpi {

/// Where a call's buffers are, as far as they count on this rank.
struct DeviceBuffers {
  const Driver* of_input = nullptr;   ///< null: the host can use it
  const Driver* of_result = nullptr;  ///< the same
  [[nodiscard]] bool any() const { return of_input != nullptr || of_result != nullptr; }
};

/// Memory of the host for copies, pinned where that is to be had.
class HostMemory {
 public:
  HostMemory() = default;
  HostMemory(const HostMemory&) = delete;
  HostMemory& operator=(const HostMemory&) = delete;
  ~HostMemory() { drop(); }

  /// At least so many bytes, for copies of memory at `device`; null: there are none to be had.
  std::byte* bytes(std::size_t size, const Driver& driver, const void* device);

 private:
  void drop();
  [[nodiscard]] bool is_there() const;

  std::byte* memory_ = nullptr;
  std::size_t size_ = 0;
  const Driver* pinned_by_ = nullptr;  ///< null: it is not pinned
};

/// Keeps one such memory for the next call.
class DeviceStagingPool {
 public:
  DeviceStagingPool() = default;
  DeviceStagingPool(const DeviceStagingPool&) = delete;
  DeviceStagingPool& operator=(const DeviceStagingPool&) = delete;
  ~DeviceStagingPool() { close(); }

  /// Null if there is no memory.
  [[nodiscard]] std::unique_ptr<HostMemory> borrow();
  void give_back(std::unique_ptr<HostMemory> memory);
  /// Frees what is kept.
  void close() { delete spare_.exchange(nullptr, std::memory_order_acquire); }

 private:
  std::atomic<HostMemory*> spare_ = nullptr;
};

/// The parts of one call, one after the other: each is brought to the host's memory and its result
/// taken back. What is not on a device stays where it is.
///
/// Bytes in the gaps of a part are copied with it, and so left as they are. If a copy fails, or
/// there is no memory for it, this is said once, and this rank goes on without vectors.
class DeviceStaging {
 public:
  /// What is reported when a copy fails, and when memory is short.
  struct Errors {
    exec::Status copy;
    exec::Status no_memory;
  };
  static constexpr std::size_t keeps_all = std::numeric_limits<std::size_t>::max();
  /// A call that needs more than `most_kept` bytes takes memory of its own, which is freed after it.
  DeviceStaging(const DeviceBuffers& buffers, const exec::Layout& layout, DeviceStagingPool& pool,
                const Errors& errors, std::size_t most_kept = keeps_all)
      : buffers_(buffers), layout_(layout), pool_(pool), errors_(errors), most_kept_(most_kept) {}
  DeviceStaging(const DeviceStaging&) = delete;
  DeviceStaging& operator=(const DeviceStaging&) = delete;
  ~DeviceStaging();

  /// The vectors to reduce for a part. The first part is the longest.
  [[nodiscard]] node::Vectors bring(const node::Vectors& part);
  /// To be called when the vectors that were brought last are reduced, with how that went. Returns
  /// how the part went.
  [[nodiscard]] exec::Status take_back(exec::Status reduced);

 private:
  /// A vector on a device, and its copy: all bytes that its elements span.
  struct Copy {
    const Driver* driver = nullptr;  ///< null: there is no copy
    std::byte* device = nullptr;
    std::byte* host = nullptr;
  };
  /// The copy of a vector, in the memory from `at` on, which is moved behind it. It is aligned as
  /// the vector is.
  [[nodiscard]] Copy copy_of(const Driver* driver, const void* vector, std::byte*& at) const;
  [[nodiscard]] bool reserve(const node::Vectors& part);
  [[nodiscard]] bool is_in_place(const node::Vectors& part) const {
    // Where a rank gets no result, its receive buffer does not count.
    return buffers_.of_result != nullptr && part.input == part.result;
  }
  void fill(const Copy& copy);
  void note(int error, const Copy& copy, const char* where);
  void fail(exec::Status status) {
    if (status_ == exec::success) status_ = status;
  }

  DeviceBuffers buffers_;
  const exec::Layout& layout_;
  DeviceStagingPool& pool_;
  Errors errors_;
  std::size_t most_kept_;
  std::unique_ptr<HostMemory> memory_;
  bool is_kept_ = true;  ///< the memory
  std::byte* bytes_ = nullptr;
  std::size_t span_ = 0;       ///< of the part
  std::int64_t to_first_ = 0;  ///< from the first of these bytes to the vector's address
  Copy result_;                ///< of the part
  exec::Status status_ = exec::success;
};

}  // namespace allfold::mpi
