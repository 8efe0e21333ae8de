#include "system/copy.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <limits>

namespace allfold::system {

namespace {

// Sanitizers check copies by the C library, but not copies by inline assembly.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define ALLFOLD_COPIES_ARE_WATCHED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define ALLFOLD_COPIES_ARE_WATCHED 1
#endif
#endif

constexpr std::size_t page = 4096;
/// Pieces are short because the C library itself uses rep movsb from a few KiB on.
constexpr std::size_t bytes_of_piece = 2048;

/// Prefetches cache lines that will be written.
void ask_for_lines(const std::byte* first, std::size_t bytes) {
  constexpr std::size_t line = 64;
  for (std::size_t at = 0; at < bytes; at += line) {
#if defined(__x86_64__)
    // __builtin_prefetch for writing compiles to a prefetch for reading unless the compiler may use
    // prefetchw. 64-bit processors without prefetchw execute it as a no-op.
    asm volatile("prefetchw %0" : : "m"(first[at]));
#else
    __builtin_prefetch(first + at, 1);
#endif
  }
}

void copy_in_pieces(Lines lines, std::byte* to, const std::byte* at, std::size_t bytes) {
  for (std::size_t done = 0; done < bytes;) {
    std::size_t piece = std::min(bytes - done, bytes_of_piece);
    const std::size_t next = done + piece;
    if (lines == Lines::others_read)
      ask_for_lines(to + next, std::min(bytes - next, bytes_of_piece));
    asm("" : "+r"(piece));  // as in copy()
    std::memcpy(to + done, at + done, piece);
    done += piece;
  }
}

void copy_at_once(std::byte* to, const std::byte* at, std::size_t bytes) {
#if defined(__x86_64__) && !defined(ALLFOLD_COPIES_ARE_WATCHED)
  asm volatile("rep movsb" : "+D"(to), "+S"(at), "+c"(bytes) : : "memory");
#else
  std::memcpy(to, at, bytes);
#endif
}

/// Duration of a few copies of one piece in nanoseconds: the shortest of several tries.
std::int64_t nanoseconds_of(LongCopy way, std::byte* into, const std::byte* from) {
  using Clock = std::chrono::steady_clock;
  constexpr int tries = 5;
  constexpr int copies = 4;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (int i = 0; i < tries; ++i) {
    const Clock::time_point begun = Clock::now();
    for (int copy = 0; copy < copies; ++copy) copy_long({.way = way}, into, from, bytes_of_piece);
    const std::chrono::nanoseconds took = Clock::now() - begun;
    least = std::min<std::int64_t>(least, took.count());
  }
  return least;
}

LongCopy better_between(std::byte* into, const std::byte* from) {
  return better_long_copy(nanoseconds_of(LongCopy::in_pieces, into, from),
                          nanoseconds_of(LongCopy::at_once, into, from));
}

LongCopies found_out() {
  if constexpr (!copies_by_one_instruction)
    return {.ahead = LongCopy::in_pieces, .behind = LongCopy::in_pieces};
  alignas(page) static std::array<std::byte, 2 * page> memory;
  constexpr std::size_t behind_page = 16;
  std::byte* const first = memory.data();
  std::byte* const second = first + page;
  return {.ahead = better_between(second, first + behind_page),
          .behind = better_between(second + behind_page, first)};
}

}  // namespace

LongCopy better_long_copy(std::int64_t in_pieces, std::int64_t at_once) {
  // rep movsb has a start-up cost, so it is allowed to take up to 4 times as long for a short copy.
  // A clock may tick in steps of 1 µs.
  constexpr std::int64_t times = 4;
  constexpr std::int64_t tick = 1000;
  return at_once <= times * std::max(in_pieces, tick / times) ? LongCopy::at_once
                                                              : LongCopy::in_pieces;
}

const LongCopies& long_copies() {
  static const LongCopies found = found_out();
  return found;
}

void copy_long(const LongCopying& how, void* into, const void* from, std::size_t bytes) {
  auto* const to = static_cast<std::byte*>(into);
  const auto* const at = static_cast<const std::byte*>(from);
  if (how.way == LongCopy::at_once)
    copy_at_once(to, at, bytes);
  else
    copy_in_pieces(how.lines, to, at, bytes);
}

void copy_long(Lines lines, void* into, const void* from, std::size_t bytes) {
  const LongCopies& better = long_copies();
  const std::uintptr_t behind =
      (reinterpret_cast<std::uintptr_t>(into) - reinterpret_cast<std::uintptr_t>(from)) % page;
  copy_long({.way = behind < page / 2 ? better.behind : better.ahead, .lines = lines}, into, from,
            bytes);
}

}  // namespace allfold::system
