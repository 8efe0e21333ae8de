/// @file Own memory: memory of this process that other processes of its node can map.
///
/// It is an anonymous file (memfd), which others open as /proc/PID/fd/FD. It has no name that could
/// outlive a crash, and is freed with the last process that maps it. It grows in chunks of address
/// space without memory. The owner allocates memory for a part of a chunk, near itself, before any
/// process accesses it: otherwise an access could raise a signal for lack of memory. The memory of
/// a chunk that is given back returns to the system even if other processes still map it.
///
/// A process also reserves ranges of its file for memory of several processes: see Extent.
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

/// A mapping of shared memory, which is unmapped by the destructor.
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

/// Identifies a memory among processes in one PID namespace.
struct MemoryName {
  std::int32_t process = 0;
  std::int32_t file = -1;   ///< descriptor in that process; -1 if there is none
  std::uint64_t token = 0;  ///< is stored at the start of the memory, since PIDs are reused

  friend bool operator==(const MemoryName&, const MemoryName&) = default;
};

/// Thread-safe.
class OwnMemory {
 public:
  /// Chunks start at multiples of this, which is a multiple of all page sizes.
  static constexpr std::size_t unit = std::size_t{64} << 10;
  /// Bytes of the file that a chunk of `bytes` bytes occupies.
  static constexpr std::size_t in_units(std::size_t bytes) {
    return (bytes + unit - 1) / unit * unit;
  }
  /// Bytes at the start of the file that no chunk uses.
  static constexpr std::size_t head_bytes = unit;

  OwnMemory() = default;
  OwnMemory(const OwnMemory&) = delete;
  OwnMemory& operator=(const OwnMemory&) = delete;
  ~OwnMemory();

  /// Address space at an offset in the file; empty if it cannot be had. The first call creates the
  /// file.
  struct Chunk {
    Mapping mapping;
    std::int64_t offset = 0;
  };
  [[nodiscard]] std::optional<Chunk> grow(std::size_t size);
  /// Frees a chunk, which no process accesses any more.
  void give_back(Chunk chunk) noexcept;
  /// Reserves a range of the file, and returns its offset; empty if there is no file. The first call
  /// creates the file. No chunk will be in that range.
  [[nodiscard]] std::optional<std::int64_t> reserve(std::size_t size);
  /// Gives back a reserved range of `size` bytes but for its first `used` bytes, up to which the
  /// file is lengthened. Returns whether that is permitted. With 0, no other process may have been
  /// told that the range is used.
  bool settle(std::int64_t offset, std::size_t size, std::size_t used) noexcept;
  /// MemoryName{} before the first chunk or range.
  [[nodiscard]] const MemoryName& name() const { return name_; }
  /// Total size of all chunks, in bytes of address space.
  [[nodiscard]] std::size_t bytes();

 private:
  /// A range of the file without memory. It is reused only for a chunk of the same size, since
  /// other processes may still have the former chunk mapped, and find it by its offset.
  struct Hole {
    std::int64_t offset;
    std::size_t size;  ///< of the chunk, without padding to whole units
  };
  bool make();
  /// Lengthens the file to contain all reserved ranges, since other processes may have lengthened it
  /// for any of them. Returns whether that is permitted.
  bool lengthen_to_size() noexcept;
  /// Whether there is a file, which is made if there was none.
  [[nodiscard]] bool has_file() { return name_.file < 0 ? make() : is_ours(); }
  /// Whether the descriptor still refers to the file. A program may have closed it, and opened
  /// another file under its number.
  [[nodiscard]] bool is_ours() const noexcept;
  /// Where a chunk of `size` bytes goes: into a hole of that size, or to the end of the file.
  [[nodiscard]] Hole place_for(std::size_t size);
  /// Frees the memory of a range.
  void make_hole(const Hole& hole) noexcept;

  std::mutex mutex_;
  MemoryName name_;
  dev_t device_ = 0;
  ino_t inode_ = 0;
  std::int64_t length_ = 0;  ///< of the file, in bytes
  std::int64_t size_ = 0;    ///< the same with ranges that are reserved
  std::vector<Hole> holes_;
  std::size_t chunks_ = 0;  ///< in use
  std::size_t bytes_ = 0;
};

/// Maps a range of a process's memory. Empty if that is not possible.
[[nodiscard]] std::optional<Mapping> map_range(const MemoryName& of, std::int64_t offset,
                                               std::size_t size);
/// Allocates memory near the caller for a range of a process's memory from `offset` on, and maps it
/// into the page tables of this process, where the range is mapped at `mapped`. New memory is zero.
/// Returns whether it was available.
[[nodiscard]] bool fill_range(const MemoryName& of, std::int64_t offset,
                              std::span<std::byte> mapped) noexcept;

/// Frees the memory of such a range, which begins and ends with a page.
void empty_range(const MemoryName& of, std::int64_t offset, std::span<std::byte> mapped) noexcept;

}  // namespace allfold::node
