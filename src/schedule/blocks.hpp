/// @file Blocks: the contiguous pieces that a vector is cut into.
///
/// A Schedule refers to blocks, never to elements: B blocks cut a vector of n elements so that
/// block b is [floor(n*b/B), floor(n*(b+1)/B)). Therefore one Schedule serves every n, and a cut
/// into B*k blocks refines a cut into B blocks exactly. The lengths of blocks differ by at most one
/// element; some blocks are empty if n < B.
#pragma once

#include <algorithm>
#include <cstdint>

namespace allfold::schedule {

/// The range of blocks [first, last).
struct Blocks {
  std::int64_t first = 0;
  std::int64_t last = 0;

  [[nodiscard]] constexpr std::int64_t size() const { return last - first; }
  [[nodiscard]] constexpr bool empty() const { return last <= first; }
  [[nodiscard]] constexpr bool contains(Blocks other) const {
    return first <= other.first && other.last <= last;
  }
  friend constexpr bool operator==(Blocks, Blocks) = default;
};

/// Share `index` of a range that is cut into `shares` equal shares.
[[nodiscard]] constexpr Blocks share_of(Blocks range, std::int64_t index, std::int64_t shares) {
  const std::int64_t width = range.size() / shares;
  return {.first = range.first + index * width, .last = range.first + (index + 1) * width};
}
/// The two halves of a range of an even number of blocks.
[[nodiscard]] constexpr Blocks lower_half(Blocks range) { return share_of(range, 0, 2); }
[[nodiscard]] constexpr Blocks upper_half(Blocks range) { return share_of(range, 1, 2); }

/// The smallest range that contains both; an empty range adds nothing.
[[nodiscard]] constexpr Blocks hull(Blocks a, Blocks b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  return {.first = std::min(a.first, b.first), .last = std::max(a.last, b.last)};
}

/// What a vector may be cut into.
enum class Division : std::uint8_t {
  elements,
  none  ///< nothing: it stays whole, and all of it is in the last block
};

/// By default, vectors of user-defined operations stay whole up to this length. Longer ones are not
/// kept whole in shared memory.
inline constexpr std::int64_t most_bytes_of_whole = 8192;

/// Cuts vectors of `elements` elements into `blocks` blocks.
class Cut {
 public:
  constexpr Cut(std::int64_t elements, std::int64_t blocks, Division division = Division::elements)
      : blocks_(blocks),
        unit_(division == Division::none ? std::max<std::int64_t>(elements, 1) : 1),
        quotient_(elements / unit_ / blocks),
        remainder_(elements / unit_ % blocks) {}

  /// The first element of block `block`; floor(elements*block/blocks), without forming the product.
  [[nodiscard]] constexpr std::int64_t start(std::int64_t block) const {
    // remainder*block < blocks^2, and blocks < 2^31.
    return unit_ * (quotient_ * block + (remainder_ == 0 ? 0 : remainder_ * block / blocks_));
  }
  /// The number of elements in a range of blocks.
  [[nodiscard]] constexpr std::int64_t elements(Blocks range) const {
    return start(range.last) - start(range.first);
  }
  /// An upper bound on the elements of any range of `blocks` blocks.
  [[nodiscard]] constexpr std::int64_t most_elements(std::int64_t blocks) const {
    return unit_ == 1 ? start(blocks) + 1 : unit_;
  }

 private:
  std::int64_t blocks_;
  std::int64_t unit_;
  std::int64_t quotient_;
  std::int64_t remainder_;
};

}  // namespace allfold::schedule
