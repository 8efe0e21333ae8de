/// @file Platform: sizes that differ between the processors of an architecture.
///
/// Ranks of a node share memory that is laid out by these sizes, and one build serves all
/// processors of its architecture: so they are constants of the build, for the largest case.
#pragma once

#include <unistd.h>

#include <cstddef>

namespace allfold::system {

/// Variables that different ranks write or poll must be this far apart, in bytes. On ARM most
/// processors have cache lines of 64 B, those by Apple of 128 B, and the A64FX of 256 B.
#if defined(__aarch64__) || defined(__s390x__)
inline constexpr std::size_t longest_cache_line = 256;
#elif defined(__powerpc64__)
inline constexpr std::size_t longest_cache_line = 128;
#else
inline constexpr std::size_t longest_cache_line = 64;
#endif

/// Bytes of a page. Kernels for ARM and POWER are configured for pages of 4 to 64 KiB, so this is
/// not known before a program runs. It is the same for all ranks of a node.
[[nodiscard]] inline std::size_t page_bytes() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

}  // namespace allfold::system
