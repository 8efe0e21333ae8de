#include "node/own_memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <utility>

#include "system/blocked_signals.hpp"
#include "system/descriptor.hpp"

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

/// Lengthens a file to `size` bytes. Returns whether that is permitted.
bool lengthen(int file, std::int64_t size) {
  // Beyond the limit, ftruncate raises a signal, whatever the kind of the file.
  rlimit limit = {};
  getrlimit(RLIMIT_FSIZE, &limit);
  if (limit.rlim_cur != RLIM_INFINITY && static_cast<rlim_t>(size) > limit.rlim_cur) return false;
  return ftruncate(file, size) == 0;
}

/// Allocates memory for a range of a file. Returns whether it was available.
bool allocate(int file, std::int64_t offset, std::size_t size) {
  const int error = posix_fallocate(file, offset, static_cast<off_t>(size));
  if (error != EINTR) return error == 0;
  // A signal interrupted the allocation. Some programs get signals continuously.
  const system::BlockedSignals blocked(system::BlockedSignals::Which::all);
  return posix_fallocate(file, offset, static_cast<off_t>(size)) == 0;
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
  size_ = static_cast<std::int64_t>(head_bytes);
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
  if (name_.file < 0 ? !make() : !is_ours()) return std::nullopt;
  // Reserved first, so that giving back needs no memory.
  holes_.reserve(holes_.size() + chunks_ + 1);
  const Hole place = place_for(size);
  const std::int64_t length =
      std::max(size_, place.offset + static_cast<std::int64_t>(in_units(size)));
  std::optional<Mapping> mapping;
  if (length == size_ || lengthen(name_.file, length)) {
    size_ = length;
    mapping = map(name_.file, place.offset, size);
  }
  if (!mapping) {
    if (length == size_) make_hole(place);
    return std::nullopt;
  }
  ++chunks_;
  bytes_ += size;
  return Chunk{.mapping = std::move(*mapping), .offset = place.offset};
}

bool OwnMemory::fill(const Chunk& chunk, std::size_t first, std::size_t size) noexcept {
  return is_ours() && allocate(name_.file, chunk.offset + static_cast<std::int64_t>(first), size);
}

void OwnMemory::bring(std::span<std::byte> memory) noexcept {
#ifdef MADV_POPULATE_WRITE
  // Memory is allocated in whole pages.
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto first = reinterpret_cast<std::uintptr_t>(memory.data());
  const std::size_t before = first % page;
  madvise(memory.data() - before, memory.size() + before, MADV_POPULATE_WRITE);
#else
  static_cast<void>(memory);
#endif
}

void OwnMemory::give_back(Chunk chunk) noexcept {
  const std::lock_guard lock(mutex_);
  --chunks_;
  bytes_ -= chunk.mapping.size();
  make_hole({.offset = chunk.offset, .size = chunk.mapping.size()});
}

void OwnMemory::make_hole(const Hole& hole) noexcept {
  if (is_ours())
    fallocate(name_.file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, hole.offset,
              static_cast<off_t>(in_units(hole.size)));
  holes_.push_back(hole);
}

std::size_t OwnMemory::bytes() {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

std::optional<Mapping> map_range(const MemoryName& of, std::int64_t offset, std::size_t size) {
  const std::string path = "/proc/" + std::to_string(of.process) + "/fd/" + std::to_string(of.file);
  if (!is_anonymous_file(path)) return std::nullopt;
  const system::Descriptor file(open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  std::uint64_t token = 0;
  if (!file.is_open() ||
      pread(file.number(), &token, sizeof token, 0) != static_cast<ssize_t>(sizeof token) ||
      token != of.token)
    return std::nullopt;
  return map(file.number(), offset, size);
}

}  // namespace allfold::node
