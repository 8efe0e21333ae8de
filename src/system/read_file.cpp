#include "system/read_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "system/descriptor.hpp"

namespace allfold::system {

namespace {

std::string too_large(std::size_t most_bytes) {
  constexpr std::size_t mebibyte = 1 << 20;
  return "larger than " + std::to_string(most_bytes / mebibyte) + " MiB";
}

/// Does not rely on the size: the file may grow meanwhile, and files in /proc and /sys report a
/// size of 0.
std::string read_all(int file, std::size_t most_bytes, std::string& content) {
  constexpr std::size_t least_piece = 4 << 10;
  content.clear();
  while (content.size() <= most_bytes) {
    const std::size_t length = content.size();
    const std::size_t piece = std::max(length, least_piece);
    content.resize(length + std::min(piece, most_bytes + 1 - length));
    const ssize_t got = read(file, content.data() + length, content.size() - length);
    content.resize(length + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got == 0) return "";
    if (got < 0 && errno != EINTR) return std::strerror(errno);
  }
  return too_large(most_bytes);
}

}  // namespace

std::string read_file(const std::string& name, std::size_t most_bytes, std::string& content) {
  // Without O_NONBLOCK, opening a pipe waits for a writer.
  const Descriptor file(open(name.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat status = {};
  if (!file.is_open() || fstat(file.number(), &status) != 0) return std::strerror(errno);
  if (S_ISDIR(status.st_mode)) return "it is a folder";
  if (!S_ISREG(status.st_mode)) return "not a regular file";
  if (std::cmp_greater(status.st_size, most_bytes)) return too_large(most_bytes);
  return read_all(file.number(), most_bytes, content);
}

}  // namespace allfold::system
