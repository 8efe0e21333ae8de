/// @file Bracketing: the classes of kernels that give the same bits.
#pragma once

#include <cstdint>
#include <string_view>

namespace allfold::algorithms {

/// How a kernel brackets the operands. Kernels of one class give the same bits.
enum class Bracketing : std::uint8_t {
  class_f,   ///< as the tree F: the pairs of the fold, then the perfect tree
  aligned,   ///< as the tree over ranges of ranks that are aligned to powers of two
  own,       ///< the same for all blocks, but different from that of other kernels
  by_block,  ///< different for different blocks
};
[[nodiscard]] std::string_view name_of(Bracketing bracketing);

}  // namespace allfold::algorithms
