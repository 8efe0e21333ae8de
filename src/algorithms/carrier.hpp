/// @file Carrier: what connects ranks.
#pragma once

#include <cstdint>

namespace allfold::algorithms {

/// What the stages of a kernel use. Stages in shared memory use messages where ranks cannot share
/// memory.
enum class Carrier : std::uint8_t {
  messages,
  shared_memory,  ///< for communicators whose ranks are all on one node
  both,           ///< shared memory inside nodes, messages between them
};

}  // namespace allfold::algorithms
