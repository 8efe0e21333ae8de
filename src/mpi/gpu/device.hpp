/// @file Devices: GPUs whose memory the host cannot access, as reported by the loaded drivers.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace allfold::mpi::gpu {

/// The driver of a kind of GPU, which the program has loaded. Errors are the driver's own numbers;
/// 0 is success. Only the functions named here are used, and nothing links with the driver.
class Driver {
 public:
  virtual ~Driver() = default;

  /// Whether only the device can access the memory at this address. The host can access managed
  /// memory.
  [[nodiscard]] virtual bool is_on_device(const void* address) const = 0;
  /// Copies between a device and the host. Returns after the copy is complete.
  [[nodiscard]] virtual int copy_from_device(void* host, const void* device,
                                             std::size_t bytes) const = 0;
  [[nodiscard]] virtual int copy_to_device(void* device, const void* host,
                                           std::size_t bytes) const = 0;
  /// Allocates host memory that the device can access directly, for the device that has the memory
  /// at `device`; null if there is none.
  [[nodiscard]] virtual void* pinned(std::size_t bytes, const void* device) const = 0;
  virtual void free_pinned(void* memory) const = 0;
  /// Whether the memory is still allocated: resetting a device frees it.
  [[nodiscard]] virtual bool is_pinned(const void* memory) const = 0;
  /// "CUDA error 700 (an illegal memory access was encountered)".
  [[nodiscard]] virtual std::string text_of(int error) const = 0;
};

/// `library`: a dlopen handle of the driver. Null if it lacks a function.
[[nodiscard]] std::unique_ptr<const Driver> cuda_driver(void* library);
[[nodiscard]] std::unique_ptr<const Driver> hip_driver(void* library);

/// The drivers that the program has loaded, which may happen at any time.
///
/// If none is loaded, an address in a known page costs one comparison. An address in another page
/// may come from a driver loaded since, so the loader is asked whether it has loaded anything.
class Devices {
 public:
  Devices() = default;
  Devices(const Devices&) = delete;
  Devices& operator=(const Devices&) = delete;
  ~Devices();

  /// The driver of the device that owns the memory; null if the host can access it.
  [[nodiscard]] const Driver* owner_of(const void* address) {
    const std::uintptr_t page = page_of(address);
    std::atomic<std::uintptr_t>& seen = seen_[bucket_of(page)];
    if (seen.load(std::memory_order_relaxed) != page) {
      look_for_drivers();
      seen.store(page, std::memory_order_relaxed);
    }
    return is_any_known() ? ask(address) : nullptr;
  }

  /// Whether the host can access the memory, as far as known without asking the loader or a driver.
  [[nodiscard]] bool is_of_host(const void* address) const {
    const std::uintptr_t page = page_of(address);
    return seen_[bucket_of(page)].load(std::memory_order_relaxed) == page && !is_any_known();
  }

  /// Whether a driver is known to be loaded.
  [[nodiscard]] static bool is_any_known() { return has_driver_.load(std::memory_order_acquire); }

  /// Whether a driver is loaded.
  [[nodiscard]] bool have_driver() {
    look_for_drivers();
    return is_any_known();
  }

 private:
  [[nodiscard]] static std::uintptr_t page_of(const void* address) {
    constexpr std::uintptr_t page_bytes = 4096;
    return reinterpret_cast<std::uintptr_t>(address) / page_bytes;
  }
  /// The bucket of a page in seen_. The vectors of a call are often a power of two apart, so their
  /// low bits are equal. Multiplying by the golden ratio separates them (Knuth, volume 3).
  [[nodiscard]] static std::size_t bucket_of(std::uintptr_t page) {
    return (std::uint64_t{page} * 0x9E3779B97F4A7C15U) >> (64 - bits_of_pages_seen);
  }

  static constexpr int bits_of_pages_seen = 6;
  enum Kind : std::uint8_t { cuda, hip };
  static constexpr std::size_t kinds = 2;

  void look_for_drivers();
  void take(Kind kind, const char* library);
  [[nodiscard]] const Driver* ask(const void* address) const;

  /// Static, so that each call reads it without a function call.
  inline static constinit std::atomic<bool> has_driver_ = false;
  std::array<std::atomic<const Driver*>, kinds> drivers_ = {};
  std::array<std::atomic<std::uintptr_t>, std::size_t{1} << bits_of_pages_seen> seen_ = {};
  std::atomic<unsigned long long> loaded_ = 0;  ///< the loader's count at the last check
};

}  // namespace allfold::mpi::gpu
