/// @file Stream: copies of long vectors that bypass the caches.
#pragma once

#include <cstddef>

namespace allfold::node {

/// into = from. Writes to main memory without first reading the destination into the caches, for
/// results that would not stay there. The two must not overlap.
void stream(void* into, const void* from, std::size_t bytes);

}  // namespace allfold::node
