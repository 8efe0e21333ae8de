/// @file A hash that is the same in every process.
#pragma once

#include <cstdint>
#include <string_view>

namespace allfold::select {

/// FNV-1a. `so_far` is the hash of the preceding text.
[[nodiscard]] constexpr std::uint64_t hash_of(std::string_view text,
                                              std::uint64_t so_far = 0xcbf29ce484222325U) {
  for (const char c : text) so_far = (so_far ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return so_far;
}

}  // namespace allfold::select
