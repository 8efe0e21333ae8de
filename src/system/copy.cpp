#include "system/copy.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace allfold::system {

namespace {

/// "GenuineIntel"; "" where there is no such instruction.
std::string vendor_of_processor() {
#if defined(__x86_64__)
  std::array<unsigned, 3> name = {};
  unsigned highest = 0;
  if (__get_cpuid(0, &highest, &name[0], &name[2], &name[1]) == 0) return "";
  return {reinterpret_cast<const char*>(name.data()), sizeof name};
#else
  return "";
#endif
}

}  // namespace

std::size_t most_bytes_at_once(std::string_view vendor) {
  // Hygon's processors are Zen's.
  const bool is_zen = vendor == "AuthenticAMD" || vendor == "HygonGenuine";
  return is_zen ? most_bytes_of_short_copy : std::numeric_limits<std::size_t>::max();
}

void copy_long(void* into, const void* from, std::size_t bytes) {
  static const std::size_t most = most_bytes_at_once(vendor_of_processor());
  auto* to = static_cast<std::byte*>(into);
  const auto* at = static_cast<const std::byte*>(from);
  for (std::size_t done = 0; done < bytes;) {
    std::size_t piece = std::min(bytes - done, most);
    asm("" : "+r"(piece));  // as in copy()
    std::memcpy(to + done, at + done, piece);
    done += piece;
  }
}

}  // namespace allfold::system
