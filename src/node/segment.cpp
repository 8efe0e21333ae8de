#include "node/segment.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>

#include <string>
#include <utility>

namespace allfold::node {

namespace {

std::optional<Mapping> map(int file, std::int64_t offset, std::size_t size) {
  void* bytes = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, offset);
  if (bytes == MAP_FAILED) return std::nullopt;
  // A child that a program forks has no business here.
  madvise(bytes, size, MADV_DONTFORK);
  return Mapping(static_cast<std::byte*>(bytes), size);
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

Segment::~Segment() {
  if (name_.file >= 0) close(name_.file);
}

bool Segment::make() {
  const int file = memfd_create("allfold", MFD_CLOEXEC);
  if (file < 0) return false;
  std::uint64_t token = 0;
  const bool is_made = getrandom(&token, sizeof token, 0) == static_cast<ssize_t>(sizeof token) &&
                       posix_fallocate(file, 0, static_cast<off_t>(head_bytes)) == 0 &&
                       pwrite(file, &token, sizeof token, 0) == static_cast<ssize_t>(sizeof token);
  if (!is_made) {
    close(file);
    return false;
  }
  name_ = {.process = getpid(), .file = file, .token = token};
  size_ = static_cast<std::int64_t>(head_bytes);
  return true;
}

std::optional<Segment::Chunk> Segment::grow(std::size_t size) {
  if (name_.file < 0 && !make()) return std::nullopt;
  const std::int64_t offset = size_;
  const auto length = static_cast<off_t>(size);
  if (posix_fallocate(name_.file, offset, length) != 0) return std::nullopt;
  size_ += length;
  std::optional<Mapping> mapping = map(name_.file, offset, size);
  if (!mapping) return std::nullopt;
  return Chunk{.mapping = std::move(*mapping), .offset = offset};
}

std::optional<Mapping> map_part(const SegmentName& of, std::int64_t offset, std::size_t size) {
  const std::string path = "/proc/" + std::to_string(of.process) + "/fd/" + std::to_string(of.file);
  const int file = open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  std::uint64_t token = 0;
  std::optional<Mapping> mapping;
  if (pread(file, &token, sizeof token, 0) == static_cast<ssize_t>(sizeof token) &&
      token == of.token)
    mapping = map(file, offset, size);
  close(file);
  return mapping;
}

}  // namespace allfold::node
