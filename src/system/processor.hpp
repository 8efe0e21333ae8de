/// @file Processor: what ranks that share memory ask of the processor and of the system.
///
/// A build for the model of a node (ALLFOLD_NODE_MODEL) has another implementation, in which memory
/// accesses take modelled time; see docs/internals/node-model.md.
#pragma once

#ifdef ALLFOLD_NODE_MODEL
#include "node_model/processor.hpp"
#else
#include <sched.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ctime>
#endif

namespace allfold::system {

#ifdef ALLFOLD_NODE_MODEL
using node_model::copy_bytes;
using node_model::current_processor;
using node_model::nanoseconds;
using node_model::pause;
using node_model::poll;
using node_model::prefetch;
using node_model::Shared;
using node_model::yield;
#else

/// A variable that ranks access at the same time.
template <class T>
using Shared = std::atomic<T>;

/// Starts to fetch the cache line of an address.
inline void prefetch(const void* at) { __builtin_prefetch(at); }

/// into = from, in memory that other ranks access.
inline void copy_bytes(void* into, const void* from, std::size_t bytes) {
  std::memcpy(into, from, bytes);
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
  asm volatile("yield" ::: "memory");
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
