/// @file XPMEM: memory of other processes, mapped into this one.
///
/// A kernel module (/dev/xpmem, of Cray and others) with a library, which is loaded where it is
/// installed; no header of it is needed. A process exposes all of its memory once. Others map
/// windows of it when they first read there, and keep them: what they see is what the owner has at
/// these addresses now.
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

/// The library's functions. Numbers below 0 are errors, and so is the address -1.
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

/// The memory that a process has exposed. Numbers of segments come from PIDs, which are used again:
/// the token tells.
struct Segment {
  std::int64_t number = 0;  ///< 0: there is none
  std::uint64_t token = 0;

  friend bool operator<(const Segment& a, const Segment& b) {
    return std::tie(a.number, a.token) < std::tie(b.number, b.token);
  }
};

/// For several threads.
class Xpmem {
 public:
  /// Nothing is exposed: there is no module, or no library.
  static constexpr std::int64_t nothing = 0;

  Xpmem() = default;
  explicit Xpmem(const XpmemFunctions& functions) : functions_(functions) {}
  Xpmem(const Xpmem&) = delete;
  Xpmem& operator=(const Xpmem&) = delete;
  ~Xpmem() { close(); }

  /// Looks for the module and the library, at the first call, and exposes this process's memory.
  /// Returns by which number others find it, or `nothing`.
  [[nodiscard]] std::int64_t expose() noexcept;

  /// A window of a process's memory, for as long as it is used.
  class Window;
  /// The window that an address of another process is in; null if it cannot be mapped.
  [[nodiscard]] std::shared_ptr<const Window> window(const Segment& segment,
                                                     std::uintptr_t address) noexcept;
  static constexpr std::uintptr_t window_bytes = std::uintptr_t{8} << 20;
  static constexpr std::size_t most_windows = 256;

  /// Undoes all of that. No call comes after this.
  void close() noexcept;

 private:
  using Key = std::pair<Segment, std::uintptr_t>;  ///< and the number of the window
  struct Kept {
    std::shared_ptr<const Window> window;
    std::list<Key>::iterator use;
  };
  [[nodiscard]] std::shared_ptr<const Window> find(const Key& key);
  [[nodiscard]] std::shared_ptr<const Window> attach(const Key& key);
  /// To the memory of a process; below 0: there is none.
  [[nodiscard]] std::int64_t access_to(const Segment& segment);

  std::mutex mutex_;                         ///< of all that follows
  std::optional<XpmemFunctions> functions_;  ///< of the library, where it is there
  bool was_looked_for_ = false;
  std::int64_t own_ = nothing;
  std::map<Segment, std::int64_t> accesses_;
  std::map<Key, Kept> windows_;
  std::list<Key> uses_;  ///< of windows, the latest one first
};

class Xpmem::Window {
 public:
  Window(const XpmemFunctions& functions, void* bytes) : functions_(functions), bytes_(bytes) {}
  ~Window() { functions_.detach(bytes_); }
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;
  /// Where an address of the owner is seen here.
  [[nodiscard]] const std::byte* at(std::uintptr_t address) const {
    return static_cast<const std::byte*>(bytes_) + address % window_bytes;
  }

 private:
  XpmemFunctions functions_;
  void* bytes_;
};

/// Vectors that are seen through windows, without system calls.
class AttachedMemory final : public PeerMemory {
 public:
  /// By rank, what each has exposed. What cannot be seen is read `otherwise`.
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
