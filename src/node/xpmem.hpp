/// @file XPMEM: mappings of other processes' memory.
///
/// XPMEM is a kernel module (/dev/xpmem, by Cray and others) with a library, which is loaded if it
/// is installed; its header is not needed. A process exposes all of its memory once. Other
/// processes map windows of it when they first read there, and keep them. A window always shows the
/// owner's current memory at these addresses.
///
/// Source: https://github.com/hpc/xpmem, include/xpmem.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "node/peer_memory.hpp"

namespace allfold::node {

/// The library's functions. Negative numbers and the address -1 are errors.
struct XpmemFunctions {
  struct Place {  // xpmem_addr
    std::int64_t access;
    std::int64_t offset;
  };
  std::int64_t (*make)(void* address, std::size_t bytes, int permit_type, void* permit);
  int (*remove)(std::int64_t segment);
  std::int64_t (*get)(std::int64_t segment, int flags, int permit_type, void* permit);
  int (*release)(std::int64_t access);
  void* (*attach)(Place place, std::size_t bytes, void* where);
  int (*detach)(void* address);
};

/// The exposed memory of a process. Segment numbers are derived from PIDs, which are reused, so the
/// token identifies the process.
struct Segment {
  std::int64_t number = 0;  ///< 0: nothing is exposed
  std::uint64_t token = 0;

  friend bool operator<(const Segment& a, const Segment& b) {
    return std::tie(a.number, a.token) < std::tie(b.number, b.token);
  }
};

/// Thread-safe.
class Xpmem {
 public:
  /// Nothing is exposed, since there is no module or no library.
  static constexpr std::int64_t nothing = 0;

  Xpmem() = default;
  explicit Xpmem(const XpmemFunctions& functions) : functions_(functions) {}
  Xpmem(const Xpmem&) = delete;
  Xpmem& operator=(const Xpmem&) = delete;
  ~Xpmem() { close(); }

  /// The first call looks for the module and the library, and exposes this process's memory.
  /// Returns the segment number by which others find it, or `nothing`.
  [[nodiscard]] std::int64_t expose() noexcept;

  /// A window of a process's memory, which is unmapped with the last pointer.
  class Window;
  /// The window that contains an address of another process; null if it cannot be mapped.
  [[nodiscard]] std::shared_ptr<const Window> window(const Segment& segment,
                                                     std::uintptr_t address) noexcept;
  static constexpr std::uintptr_t window_bytes = std::uintptr_t{8} << 20;
  static constexpr std::size_t most_windows = 256;

  /// Undoes all of that. Must be the last call.
  void close() noexcept;

 private:
  using Key = std::pair<Segment, std::uintptr_t>;  ///< the second is the number of the window
  struct CachedWindow {
    std::shared_ptr<const Window> window;
    std::list<Key>::iterator use;
  };
  [[nodiscard]] std::shared_ptr<const Window> find(const Key& key);
  [[nodiscard]] std::shared_ptr<const Window> attach(const Key& key);
  /// Access to the memory of a process; negative if there is none.
  [[nodiscard]] std::int64_t access_to(const Segment& segment);

  std::mutex mutex_;                         ///< protects all that follows
  std::optional<XpmemFunctions> functions_;  ///< empty if there is no library
  bool was_looked_for_ = false;
  std::int64_t own_ = nothing;
  std::map<Segment, std::int64_t> accesses_;
  std::map<Key, CachedWindow> windows_;
  std::list<Key> uses_;  ///< windows, the most recently used first
};

class Xpmem::Window {
 public:
  Window(const XpmemFunctions& functions, void* bytes) : functions_(functions), bytes_(bytes) {}
  ~Window() { functions_.detach(bytes_); }
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;
  /// Where an address of the owner is mapped here.
  [[nodiscard]] const std::byte* at(std::uintptr_t address) const {
    return static_cast<const std::byte*>(bytes_) + address % window_bytes;
  }

 private:
  XpmemFunctions functions_;
  void* bytes_;
};

/// Vectors that are read through windows, without system calls.
class AttachedMemory final : public PeerMemory {
 public:
  /// `segments`: what each rank has exposed, by rank. What no window shows is read by `otherwise`.
  AttachedMemory(Xpmem& xpmem, std::vector<Segment> segments, std::unique_ptr<PeerMemory> otherwise)
      : xpmem_(xpmem), segments_(std::move(segments)), otherwise_(std::move(otherwise)) {}
  [[nodiscard]] bool read(int rank, const Copy& copy) noexcept override;

 private:
  [[nodiscard]] bool read_through_windows(const Segment& segment, const Copy& copy) noexcept;

  Xpmem& xpmem_;
  std::vector<Segment> segments_;
  std::unique_ptr<PeerMemory> otherwise_;
};

}  // namespace allfold::node
