/// @file Stream: copies of long vectors that leave the caches alone.
#pragma once

#include <cstddef>

namespace allfold::node {

/// into = from. What is written goes to main memory without being read into the caches first, which
/// is for results that would not stay there. The two do not overlap.
void stream(void* into, const void* from, std::size_t bytes);

}  // namespace allfold::node
