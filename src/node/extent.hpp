/// @file Extent: a range of one process's memory in which several processes of its node have slots,
/// and staging areas.
///
/// The processes of a communicator make an extent together, in the memory of one of them, when one
/// of them has no slot left for the communicator. Each process maps the slots of all at once, and
/// later all areas, and allocates memory near itself in its own part, a *column*. So a process maps
/// few ranges, however many others its node has. An extent has areas if one of the processes has none
/// yet.
#pragma once

#include <cstddef>
#include <cstdint>

#include "node/own_memory.hpp"

namespace allfold::node {

struct Extent {
  MemoryName memory;
  std::int64_t offset = 0;
  std::int32_t columns = 0;  ///< 0: there is only a place for an extent
  std::int16_t slots = 0;    ///< in each column
  std::int16_t areas = 0;    ///< in each column, 0 or 1; of a place: that its owner needs

  friend bool operator==(const Extent&, const Extent&) = default;
};

/// Where a process's first staging area is.
struct PlaceOfArea {
  Extent extent;
  std::int32_t column = 0;
};

}  // namespace allfold::node
