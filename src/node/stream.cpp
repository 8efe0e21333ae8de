#include "node/stream.hpp"

#if defined(__x86_64__)

#include <emmintrin.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace allfold::node {

namespace {
constexpr std::size_t line = 64;
constexpr std::size_t word = sizeof(__m128i);
}  // namespace

void stream(void* into, const void* from, std::size_t bytes) {
  auto* to = static_cast<std::byte*>(into);
  const auto* at = static_cast<const std::byte*>(from);
  const std::size_t head = std::min(bytes, -reinterpret_cast<std::uintptr_t>(to) % line);
  std::memcpy(to, at, head);
  std::size_t done = head;
  for (; done + line <= bytes; done += line)
    for (std::size_t part = 0; part < line; part += word)
      _mm_stream_si128(reinterpret_cast<__m128i*>(to + done + part),
                       _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + done + part)));
  std::memcpy(to + done, at + done, bytes - done);
  // Non-temporal stores are not ordered with later stores, by which other threads learn of the
  // data.
  _mm_sfence();
}

}  // namespace allfold::node

#endif
