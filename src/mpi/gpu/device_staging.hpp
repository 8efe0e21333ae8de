/// @file Device staging: a call with buffers on a device runs on copies in host memory.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>

#include "exec/layout.hpp"
#include "mpi/gpu/device.hpp"
#include "node/elements.hpp"

namespace allfold::mpi::gpu {

/// Where a call's buffers are, as far as this rank uses them.
struct DeviceBuffers {
  const Driver* of_input = nullptr;   ///< null: the host can access it
  const Driver* of_result = nullptr;  ///< null: the host can access it
  /// Elements of this rank's share, if it gets one: the result is no longer, and may be at the start
  /// of the input.
  std::optional<std::int64_t> share = {};
  [[nodiscard]] bool any() const { return of_input != nullptr || of_result != nullptr; }
};

/// Host memory for copies, pinned if possible.
class HostMemory {
 public:
  HostMemory() = default;
  HostMemory(const HostMemory&) = delete;
  HostMemory& operator=(const HostMemory&) = delete;
  ~HostMemory() { drop(); }

  /// At least `size` bytes, for copies of memory at `device`; null if there are none.
  std::byte* bytes(std::size_t size, const Driver& driver, const void* device);

 private:
  void drop();
  [[nodiscard]] bool is_there() const;

  std::byte* memory_ = nullptr;
  std::size_t size_ = 0;
  const Driver* pinned_by_ = nullptr;  ///< null: not pinned
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
  /// Frees the kept memory.
  void close() { delete spare_.exchange(nullptr, std::memory_order_acquire); }

 private:
  std::atomic<HostMemory*> spare_ = nullptr;
};

/// The parts of one call, in order: each part is copied to host memory, and its result is copied
/// back. Buffers that are not on a device are used in place.
///
/// Bytes in gaps are copied, too, so they keep their values. If a copy fails or memory is short,
/// that is reported once, and this rank continues without vectors.
class DeviceStaging {
 public:
  /// What to report if a copy fails, and if memory is short.
  struct Errors {
    exec::Status copy;
    exec::Status no_memory;
  };
  static constexpr std::size_t keeps_all = std::numeric_limits<std::size_t>::max();
  /// A call that needs more than `most_bytes_kept` bytes allocates memory of its own, which is freed
  /// after it.
  DeviceStaging(const DeviceBuffers& buffers, const exec::Layout& layout, DeviceStagingPool& pool,
                const Errors& errors, std::size_t most_bytes_kept = keeps_all)
      : buffers_(buffers),
        layout_(layout),
        pool_(pool),
        errors_(errors),
        most_bytes_kept_(most_bytes_kept) {}
  DeviceStaging(const DeviceStaging&) = delete;
  DeviceStaging& operator=(const DeviceStaging&) = delete;
  ~DeviceStaging();

  /// Returns the vectors to reduce for a part. The first part must be the longest.
  [[nodiscard]] node::Vectors bring(const node::Vectors& part);
  /// Called after the vectors of the last bring() are reduced, with the status of the reduction.
  /// Returns the status of the part.
  [[nodiscard]] exec::Status take_back(exec::Status reduced);

 private:
  /// The bytes that a vector spans.
  struct Span {
    std::size_t bytes = 0;
    std::int64_t to_first = 0;  ///< from the first of these bytes to the vector's address
  };
  [[nodiscard]] Span span_of(std::int64_t elements) const;
  /// A vector on a device and its copy, with all bytes that its elements span.
  struct Copy {
    const Driver* driver = nullptr;  ///< null: no copy
    std::byte* device = nullptr;
    std::byte* host = nullptr;
    Span span = {};

    [[nodiscard]] void* on_host() const { return exec::moved(host, span.to_first); }
  };
  /// The copy of a vector, at or behind `at`, with the alignment of the vector. Advances `at` past
  /// it.
  [[nodiscard]] static Copy copy_of(const Driver* driver, const void* vector, const Span& span,
                                    std::byte*& at);
  /// The part of a copy with the first `elements` elements.
  [[nodiscard]] Copy start_of(const Copy& copy, std::int64_t elements) const;
  [[nodiscard]] bool reserve(const node::Vectors& part);
  [[nodiscard]] bool is_in_place(const node::Vectors& part) const {
    // On a rank that gets no result, the receive buffer is not used.
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
  std::size_t most_bytes_kept_;
  std::unique_ptr<HostMemory> memory_;
  bool is_kept_ = true;  ///< memory_ goes back to the pool
  std::byte* bytes_ = nullptr;
  Copy result_;  ///< of the part: what is copied back
  exec::Status status_ = exec::success;
};

}  // namespace allfold::mpi::gpu
