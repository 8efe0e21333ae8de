/// @file Processor: what ranks that share memory ask of the processor and of the system.
///
/// Two kinds of builds have other implementations: that for the model of a node
/// (ALLFOLD_NODE_MODEL), in which memory accesses take modelled time (docs/internals/node-model.md),
/// and that for the check of protocols (ALLFOLD_NODE_CHECK), in which they are checked
/// (docs/internals/node-check.md).
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(ALLFOLD_NODE_MODEL)
#include "node_model/processor.hpp"
#elif defined(ALLFOLD_NODE_CHECK)
#include "node_check/processor.hpp"
#else
#include <sched.h>

#include <atomic>
#include <cstring>
#include <ctime>
#endif

namespace allfold::system {

inline constexpr std::size_t most_bytes_of_few = 2 * sizeof(std::uint64_t);

#if defined(ALLFOLD_NODE_MODEL) || defined(ALLFOLD_NODE_CHECK)
#ifdef ALLFOLD_NODE_MODEL
namespace implementation = node_model;
#else
namespace implementation = node_check;
#endif
using implementation::copy_bytes;
using implementation::copy_few;
using implementation::current_processor;
using implementation::nanoseconds;
using implementation::pause;
using implementation::poll;
using implementation::prefetch;
using implementation::Shared;
using implementation::yield;
#else

/// A variable that ranks access at the same time. A lock would be one for each process: it would
/// exclude no other rank.
template <class T>
requires std::atomic<T>::is_always_lock_free using Shared = std::atomic<T>;

/// Starts to fetch the cache line of an address.
inline void prefetch(const void* at) { __builtin_prefetch(at); }

/// into = from, in memory that other ranks access.
inline void copy_bytes(void* into, const void* from, std::size_t bytes) {
  std::memcpy(into, from, bytes);
}

/// The same for at most `most_bytes_of_few` bytes, without a function call.
inline void copy_few(void* into, const void* from, std::size_t bytes) {
  auto* const to = static_cast<std::byte*>(into);
  const auto* const at = static_cast<const std::byte*>(from);
  // The two halves may overlap.
  const auto by_halves = [=]<class Half>(Half first) {
    Half last;
    std::memcpy(&first, at, sizeof first);
    std::memcpy(&last, at + bytes - sizeof last, sizeof last);
    std::memcpy(to, &first, sizeof first);
    std::memcpy(to + bytes - sizeof last, &last, sizeof last);
  };
  if (bytes >= sizeof(std::uint64_t)) return by_halves(std::uint64_t{});
  if (bytes >= sizeof(std::uint32_t)) return by_halves(std::uint32_t{});
  for (std::size_t byte = 0; byte < bytes; ++byte) to[byte] = at[byte];
}

/// The value of a condition on shared variables, which is polled until it is true.
template <class Condition>
[[nodiscard, gnu::always_inline]] inline bool poll(Condition& condition) {
  return condition();
}

/// A pause between two polls of shared variables.
inline void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  // `yield` takes no time on cores that run one thread, as most do. `isb` refills the pipeline, so
  // fewer loads of the flag are under way when it changes.
  asm volatile("isb" ::: "memory");
#endif
}

/// Lets other threads use this processor.
inline void yield() { sched_yield(); }

/// Nanoseconds of a monotonic clock.
[[nodiscard]] inline std::int64_t nanoseconds() {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

/// The number of the processor that this thread runs on; -1 if not known.
[[nodiscard]] inline int current_processor() { return sched_getcpu(); }

#endif

}  // namespace allfold::system
