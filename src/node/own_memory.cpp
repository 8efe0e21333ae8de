#include "node/own_memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <string>
#include <utility>

#include "system/blocked_signals.hpp"
#include "system/descriptor.hpp"
#include "system/platform.hpp"

namespace allfold::node {

namespace {

std::optional<Mapping> map(int file, std::int64_t offset, std::size_t size) {
  void* bytes = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, offset);
  if (bytes == MAP_FAILED) return std::nullopt;
  // A child process that the program forks does not need this.
  madvise(bytes, size, MADV_DONTFORK);
  return Mapping(static_cast<std::byte*>(bytes), size);
}

/// Makes an anonymous file; -1 if that is not possible.
int make_file() {
  // MFD_NOEXEC_SEAL: from 6.3 on, Linux warns about memfds without it, and can be configured to
  // refuse them. Earlier kernels do not know the flag.
  constexpr unsigned no_program = 8;
  const int file = memfd_create("allfold", MFD_CLOEXEC | no_program);
  return file < 0 && errno == EINVAL ? memfd_create("allfold", MFD_CLOEXEC) : file;
}

/// Whether the path is an anonymous file. The process may since have opened anything under this
/// descriptor number, and opening a pipe, a terminal or another device has side effects.
bool is_anonymous_file(const std::string& path) {
  struct stat status = {};
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink == 0;
}

/// Whether a file may have `size` bytes. Lengthening it beyond the limit raises a signal, whatever
/// the kind of the file.
bool is_permitted(std::int64_t size) {
  rlimit limit = {};
  getrlimit(RLIMIT_FSIZE, &limit);
  return limit.rlim_cur == RLIM_INFINITY || static_cast<rlim_t>(size) <= limit.rlim_cur;
}

/// Lengthens a file to `size` bytes. Returns whether that is permitted.
bool lengthen(int file, std::int64_t size) {
  return is_permitted(size) && ftruncate(file, size) == 0;
}

/// Allocates memory for a range of a file. Returns whether it was available.
bool allocate(int file, std::int64_t offset, std::size_t size) {
  const int error = posix_fallocate(file, offset, static_cast<off_t>(size));
  if (error != EINTR) return error == 0;
  // A signal interrupted the allocation. Some programs get signals continuously.
  const system::BlockedSignals blocked(system::BlockedSignals::Which::all);
  return posix_fallocate(file, offset, static_cast<off_t>(size)) == 0;
}

/// Frees the memory of a range of a file. Returns whether that is possible.
bool punch(int file, std::int64_t offset, std::size_t size) {
  return fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, offset,
                   static_cast<off_t>(size)) == 0;
}

/// Whether memory was allocated in whole pages, and mapped into this process's page tables.
enum class Brought : std::uint8_t { yes, no_memory, not_possible };

Brought bring(std::span<std::byte> memory) noexcept {
#ifdef MADV_POPULATE_WRITE
  const std::size_t page = system::page_bytes();
  const auto first = reinterpret_cast<std::uintptr_t>(memory.data());
  const std::size_t before = first % page;
  if (madvise(memory.data() - before, memory.size() + before, MADV_POPULATE_WRITE) != 0)
    return errno == ENOMEM ? Brought::no_memory : Brought::not_possible;
  // Emulators ignore advice that they do not know.
  std::byte* const last = memory.data() + memory.size() - 1;
  unsigned char is_there = 0;
  const bool is_known =
      mincore(last - reinterpret_cast<std::uintptr_t>(last) % page, 1, &is_there) == 0;
  return is_known && (is_there & 1U) == 0 ? Brought::not_possible : Brought::yes;
#else
  static_cast<void>(memory);
  return Brought::not_possible;
#endif
}

/// Opens a process's memory.
system::Descriptor opened(const MemoryName& name) {
  const std::string path =
      "/proc/" + std::to_string(name.process) + "/fd/" + std::to_string(name.file);
  if (!is_anonymous_file(path)) return system::Descriptor(-1);
  system::Descriptor file(open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  std::uint64_t token = 0;
  const bool is_it =
      file.is_open() &&
      pread(file.number(), &token, sizeof token, 0) == static_cast<ssize_t>(sizeof token) &&
      token == name.token;
  return is_it ? std::move(file) : system::Descriptor(-1);
}

}  // namespace

Mapping::Mapping(Mapping&& other) noexcept
    : bytes_(std::exchange(other.bytes_, nullptr)), size_(std::exchange(other.size_, 0)) {}

Mapping& Mapping::operator=(Mapping&& other) noexcept {
  std::swap(bytes_, other.bytes_);
  std::swap(size_, other.size_);
  return *this;
}

Mapping::~Mapping() {
  if (bytes_ != nullptr) munmap(bytes_, size_);
}

OwnMemory::~OwnMemory() {
  if (is_ours()) close(name_.file);
}

bool OwnMemory::make() {
  const int file = system::moved_up(make_file());
  if (file < 0) return false;
  struct stat status = {};
  std::uint64_t token = 0;
  const bool is_made = fstat(file, &status) == 0 &&
                       getrandom(&token, sizeof token, 0) == static_cast<ssize_t>(sizeof token) &&
                       lengthen(file, head_bytes) &&
                       pwrite(file, &token, sizeof token, 0) == static_cast<ssize_t>(sizeof token);
  if (!is_made) {
    close(file);
    return false;
  }
  name_ = {.process = getpid(), .file = file, .token = token};
  device_ = status.st_dev;
  inode_ = status.st_ino;
  length_ = size_ = static_cast<std::int64_t>(head_bytes);
  return true;
}

bool OwnMemory::is_ours() const noexcept {
  struct stat status = {};
  return name_.file >= 0 && fstat(name_.file, &status) == 0 && status.st_dev == device_ &&
         status.st_ino == inode_;
}

OwnMemory::Hole OwnMemory::place_for(std::size_t size) {
  const auto hole = std::ranges::find(holes_, size, &Hole::size);
  if (hole == holes_.end()) return {.offset = size_, .size = size};
  const Hole found = *hole;
  holes_.erase(hole);
  return found;
}

std::optional<OwnMemory::Chunk> OwnMemory::grow(std::size_t size) {
  const std::lock_guard lock(mutex_);
  if (!has_file()) return std::nullopt;
  // Reserved first, so that giving back needs no memory.
  holes_.reserve(holes_.size() + chunks_ + 1);
  const Hole place = place_for(size);
  const std::int64_t end = place.offset + static_cast<std::int64_t>(in_units(size));
  size_ = std::max(size_, end);
  std::optional<Mapping> mapping;
  if (end <= length_ || lengthen_to_size()) mapping = map(name_.file, place.offset, size);
  if (!mapping) {
    make_hole(place);
    return std::nullopt;
  }
  ++chunks_;
  bytes_ += size;
  return Chunk{.mapping = std::move(*mapping), .offset = place.offset};
}

std::optional<std::int64_t> OwnMemory::reserve(std::size_t size) {
  const std::lock_guard lock(mutex_);
  if (!has_file()) return std::nullopt;
  const std::int64_t offset = size_;
  size_ += static_cast<std::int64_t>(in_units(size));
  return offset;
}

bool OwnMemory::settle(std::int64_t offset, std::size_t size, std::size_t used) noexcept {
  const std::lock_guard lock(mutex_);
  const auto end = [offset](std::size_t bytes) {
    return offset + static_cast<std::int64_t>(in_units(bytes));
  };
  // In the middle of the file, the rest stays unused: offsets are not scarce.
  if (end(size) == size_ && end(used) >= length_) size_ = end(used);
  return used == 0 || end(used) <= length_ || (is_ours() && lengthen_to_size());
}

bool OwnMemory::lengthen_to_size() noexcept {
  if (!lengthen(name_.file, size_)) return false;
  length_ = size_;
  return true;
}

void OwnMemory::give_back(Chunk chunk) noexcept {
  const std::lock_guard lock(mutex_);
  --chunks_;
  bytes_ -= chunk.mapping.size();
  make_hole({.offset = chunk.offset, .size = chunk.mapping.size()});
}

void OwnMemory::make_hole(const Hole& hole) noexcept {
  if (is_ours()) punch(name_.file, hole.offset, in_units(hole.size));
  holes_.push_back(hole);
}

std::size_t OwnMemory::bytes() {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

std::optional<Mapping> map_range(const MemoryName& of, std::int64_t offset, std::size_t size) {
  const system::Descriptor file = opened(of);
  return file.is_open() ? map(file.number(), offset, size) : std::nullopt;
}

bool fill_range(const MemoryName& of, std::int64_t offset, std::span<std::byte> mapped) noexcept {
  // This needs no descriptor, and the processes of a node do not wait for each other.
  Brought brought = bring(mapped);
  if (brought == Brought::not_possible) {
    // The file is too short, since its owner has not lengthened it yet, or the kernel is old.
    const auto end = offset + static_cast<std::int64_t>(mapped.size());
    const system::Descriptor file = is_permitted(end) ? opened(of) : system::Descriptor(-1);
    if (!file.is_open() || !allocate(file.number(), offset, mapped.size())) return false;
    brought = bring(mapped);
  }
  return brought != Brought::no_memory;
}

void empty_range(const MemoryName& of, std::int64_t offset, std::span<std::byte> mapped) noexcept {
  const system::Descriptor file = opened(of);
  if (file.is_open() && punch(file.number(), offset, mapped.size())) return;
  // The process of the file has ended.
  madvise(mapped.data(), mapped.size(), MADV_REMOVE);
}

}  // namespace allfold::node
