/// @file Own memory: memory of this process that others of its node can map.
///
/// It is an anonymous file (memfd), which others open as /proc/PID/fd/FD: it has no name that could
/// outlive a crash, and goes with the last process that maps it. It grows in chunks, which are
/// addresses without memory. Its owner gives a part of a chunk memory, which lies near the owner,
/// before anybody touches it: without, that would be a signal. The memory of a chunk that is given
/// back is the system's again, also where others still map it.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace allfold::node {

/// A mapping of shared memory, undone at the end.
class Mapping {
 public:
  Mapping() = default;
  Mapping(std::byte* bytes, std::size_t size) : bytes_(bytes), size_(size) {}
  Mapping(Mapping&& other) noexcept;
  Mapping& operator=(Mapping&& other) noexcept;
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping();

  [[nodiscard]] std::byte* bytes() const { return bytes_; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  std::byte* bytes_ = nullptr;
  std::size_t size_ = 0;
};

/// Which memory, for processes that see the same processes.
struct MemoryName {
  std::int32_t process = 0;
  std::int32_t file = -1;   ///< descriptor of that process; -1: there is none
  std::uint64_t token = 0;  ///< is written at the memory's beginning: PIDs are used again

  friend bool operator==(const MemoryName&, const MemoryName&) = default;
};

/// For several threads.
class OwnMemory {
 public:
  /// Chunks begin at multiples of this in the file. It is a multiple of all sizes of pages.
  static constexpr std::size_t unit = std::size_t{64} << 10;
  /// As many bytes of the file as a chunk of so many takes.
  static constexpr std::size_t in_units(std::size_t bytes) {
    return (bytes + unit - 1) / unit * unit;
  }
  /// The bytes at the beginning that are not for chunks.
  static constexpr std::size_t head_bytes = unit;

  OwnMemory() = default;
  OwnMemory(const OwnMemory&) = delete;
  OwnMemory& operator=(const OwnMemory&) = delete;
  ~OwnMemory();

  /// Addresses for so many bytes, at the returned offset in the file; none if they cannot be had.
  /// Makes the file at the first call.
  struct Chunk {
    Mapping mapping;
    std::int64_t offset = 0;
  };
  [[nodiscard]] std::optional<Chunk> grow(std::size_t size);
  /// Gives `size` bytes of a chunk memory, from byte `first` of it on: all zero where there was none
  /// before. Returns whether there is so much.
  [[nodiscard]] bool fill(const Chunk& chunk, std::size_t first, std::size_t size) noexcept;
  /// Brings what has memory to this process's pages, if the system can: the whole pages that any of
  /// it is on.
  static void bring(std::span<std::byte> memory) noexcept;
  /// Nobody touches the chunk any more.
  void give_back(Chunk chunk) noexcept;
  /// Empty before the first chunk.
  [[nodiscard]] const MemoryName& name() const { return name_; }
  /// The size of all chunks, in bytes of addresses.
  [[nodiscard]] std::size_t bytes();

 private:
  /// A range of the file that has no memory. A chunk goes there only if it has the size of the one
  /// that was there: others may have that mapped still, and find it by its offset.
  struct Hole {
    std::int64_t offset;
    std::size_t size;  ///< of the chunk, which the end of its last unit may follow
  };
  bool make();
  /// Whether the descriptor is still that of the file: a program may have closed it, and opened another
  /// file by its number.
  [[nodiscard]] bool is_ours() const noexcept;
  /// Where a chunk of that size goes: to where one was given back, or the file's end.
  [[nodiscard]] Hole place_for(std::size_t size);
  /// Takes the memory from a range.
  void make_hole(const Hole& hole) noexcept;

  std::mutex mutex_;
  MemoryName name_;
  dev_t device_ = 0;
  ino_t inode_ = 0;
  std::int64_t size_ = 0;
  std::vector<Hole> holes_;
  std::size_t chunks_ = 0;  ///< in use
  std::size_t bytes_ = 0;
};

/// Maps a range of another process's memory; none if that cannot be had.
[[nodiscard]] std::optional<Mapping> map_range(const MemoryName& of, std::int64_t offset,
                                               std::size_t size);

}  // namespace allfold::node
