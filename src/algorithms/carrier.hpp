/// @file Carrier: what connects ranks.
#pragma once

#include <cstdint>

namespace allfold::algorithms {

/// What carries a kernel's stages, where it is to be had; messages do where it is not.
enum class Carrier : std::uint8_t {
  messages,
  shared_memory,  ///< for communicators that lie on one node
  both,           ///< shared memory inside nodes, messages between them
};

}  // namespace allfold::algorithms
