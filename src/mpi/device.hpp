/// @file Devices: GPUs whose memory the host cannot use, as the drivers tell that are loaded.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace allfold::mpi {

/// The driver of a kind of GPU, which the program has loaded. Errors are the driver's own numbers;
/// 0: none. Nothing is asked of it but what is named here, and nothing links with it.
class Driver {
 public:
  virtual ~Driver() = default;

  /// Whether only the device can use the memory at this address. Managed memory the host can use.
  [[nodiscard]] virtual bool is_on_device(const void* address) const = 0;
  /// Copies between a device and the host, and returns when that is done.
  [[nodiscard]] virtual int copy_from_device(void* host, const void* device,
                                             std::size_t bytes) const = 0;
  [[nodiscard]] virtual int copy_to_device(void* device, const void* host,
                                           std::size_t bytes) const = 0;
  /// Host memory that the device can access directly, for memory at `device`; null: there is none.
  [[nodiscard]] virtual void* pinned(std::size_t bytes, const void* device) const = 0;
  virtual void free_pinned(void* memory) const = 0;
  /// Whether the memory is still there: who resets a device frees it.
  [[nodiscard]] virtual bool is_pinned(const void* memory) const = 0;
  /// "CUDA error 700 (an illegal memory access was encountered)".
  [[nodiscard]] virtual std::string text_of(int error) const = 0;
};

/// `library`: a handle of the driver's. Null if it does not have what is needed.
[[nodiscard]] std::unique_ptr<const Driver> cuda_driver(void* library);
[[nodiscard]] std::unique_ptr<const Driver> hip_driver(void* library);

/// The drivers that the program has loaded. It may load them at any time.
///
/// Where none is loaded, an address in a page that was seen before costs one comparison. An address
/// in another page may be a new driver's, so that the loader is asked whether it has loaded
/// anything.
class Devices {
 public:
  Devices() = default;
  Devices(const Devices&) = delete;
  Devices& operator=(const Devices&) = delete;
  ~Devices();

  /// The driver of the device that has the memory; null: the host can use it.
  [[nodiscard]] const Driver* owner_of(const void* address) {
    const std::uintptr_t page = page_of(address);
    std::atomic<std::uintptr_t>& seen = seen_[place_of(page)];
    if (seen.load(std::memory_order_relaxed) != page) {
      look_for_drivers();
      seen.store(page, std::memory_order_relaxed);
    }
    return has_driver_.load(std::memory_order_acquire) ? ask(address) : nullptr;
  }

  /// Whether the host can use the memory, as far as that is known without a question to anybody.
  [[nodiscard]] bool is_of_host(const void* address) const {
    const std::uintptr_t page = page_of(address);
    return seen_[place_of(page)].load(std::memory_order_relaxed) == page &&
           !has_driver_.load(std::memory_order_acquire);
  }

  /// Whether a driver is loaded now.
  [[nodiscard]] bool have_driver() {
    look_for_drivers();
    return has_driver_.load(std::memory_order_acquire);
  }

 private:
  [[nodiscard]] static std::uintptr_t page_of(const void* address) {
    constexpr std::uintptr_t page_bytes = 4096;
    return reinterpret_cast<std::uintptr_t>(address) / page_bytes;
  }
  /// Which of the pages seen this one may be. The vectors of a call often lie a power of two apart, so
  /// that their low bits are alike: those of a product with the golden ratio are not (Knuth, volume 3).
  [[nodiscard]] static std::size_t place_of(std::uintptr_t page) {
    return (std::uint64_t{page} * 0x9E3779B97F4A7C15U) >> (64 - bits_of_pages_seen);
  }

  static constexpr int bits_of_pages_seen = 6;
  enum Kind : std::uint8_t { cuda, hip };
  static constexpr std::size_t kinds = 2;

  void look_for_drivers();
  void take(Kind kind, const char* library);
  [[nodiscard]] const Driver* ask(const void* address) const;

  std::atomic<bool> has_driver_ = false;
  std::array<std::atomic<const Driver*>, kinds> drivers_ = {};
  std::array<std::atomic<std::uintptr_t>, std::size_t{1} << bits_of_pages_seen> seen_ = {};
  std::atomic<unsigned long long> loaded_ = 0;  ///< what the loader has loaded, at the last look
};

}  // namespace allfold::mpi
