/// @file Stream: copies of long vectors that bypass the caches.
#pragma once

#include <cstddef>

namespace allfold::node {

/// Whether there is stream(). On other processors than x86 long results are reduced in place:
/// without stores that bypass the caches, one more copy of a result would be for nothing.
#if defined(__x86_64__) || defined(ALLFOLD_NODE_MODEL)
inline constexpr bool stream_bypasses_caches = true;
#else
inline constexpr bool stream_bypasses_caches = false;
#endif

/// into = from. Writes to main memory without first reading the destination into the caches, for
/// results that would not stay there. The two must not overlap.
void stream(void* into, const void* from, std::size_t bytes);

}  // namespace allfold::node
