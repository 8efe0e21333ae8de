/// @file Blocks: the contiguous pieces that a vector is cut into.
///
/// A Schedule refers to blocks, never to elements: B blocks cut a vector of n elements so that
/// block b is [floor(n*b/B), floor(n*(b+1)/B)). Therefore one Schedule serves every n, and a cut
/// into B*k blocks refines a cut into B blocks exactly. The lengths of blocks differ by at most one
/// element; some blocks are empty if n < B.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

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

/// floor(number*part/parts), without forming the product.
[[nodiscard]] constexpr std::int64_t part_of(std::int64_t number, std::int64_t part,
                                             std::int64_t parts) {
  // remainder*part < parts^2, and parts < 2^31.
  const std::int64_t remainder = number % parts;
  return number / parts * part + (remainder == 0 ? 0 : remainder * part / parts);
}

/// The shares of a vector that ranks divide among themselves, each a range of elements, in rank
/// order.
class Shares {
 public:
  /// Equal shares; they differ by at most one element if `ranks` does not divide `elements`.
  constexpr Shares(std::int64_t elements, int ranks) : elements_(elements), ranks_(ranks) {}
  /// The share of rank r begins at starts[r] and ends at starts[r + 1], so that there is one number
  /// more than ranks. They must outlive this.
  explicit constexpr Shares(std::span<const std::int64_t> starts)
      : elements_(starts.back()), ranks_(static_cast<int>(starts.size()) - 1), starts_(starts) {}

  [[nodiscard]] constexpr std::int64_t elements() const { return elements_; }
  [[nodiscard]] constexpr int ranks() const { return ranks_; }
  [[nodiscard]] constexpr bool are_equal() const { return starts_.empty(); }
  /// The first element of a rank's share; all elements for the rank after the last.
  [[nodiscard]] constexpr std::int64_t start(std::int64_t rank) const {
    return are_equal() ? part_of(elements_, rank, ranks_) : starts_[static_cast<std::size_t>(rank)];
  }
  [[nodiscard]] constexpr std::int64_t elements_of(std::int64_t rank) const {
    return start(rank + 1) - start(rank);
  }
  [[nodiscard]] constexpr std::int64_t longest() const {
    std::int64_t most = 0;
    for (int rank = 0; rank < ranks_; ++rank) most = std::max(most, elements_of(rank));
    return most;
  }

 private:
  std::int64_t elements_;
  int ranks_;
  std::span<const std::int64_t> starts_ = {};
};

/// Cuts vectors of `elements` elements into `blocks` blocks.
class Cut {
 public:
  constexpr Cut(std::int64_t elements, std::int64_t blocks, Division division = Division::elements)
      : shares_(elements, 1),
        blocks_(blocks),
        unit_(division == Division::none ? std::max<std::int64_t>(elements, 1) : 1),
        quotient_(elements / unit_ / blocks),
        remainder_(elements / unit_ % blocks) {}
  /// Cuts each share into as many blocks. `blocks` must be a multiple of the number of shares.
  constexpr Cut(const Shares& shares, std::int64_t blocks) : Cut(shares.elements(), blocks) {
    shares_ = shares;
  }

  /// The first element of block `block`: floor(elements*block/blocks), or the same in its share.
  [[nodiscard]] constexpr std::int64_t start(std::int64_t block) const {
    if (!shares_.are_equal()) [[unlikely]]
      return start_in_share(block);
    // remainder*block < blocks^2, and blocks < 2^31.
    return unit_ * (quotient_ * block + (remainder_ == 0 ? 0 : remainder_ * block / blocks_));
  }
  /// The number of elements in a range of blocks.
  [[nodiscard]] constexpr std::int64_t elements(Blocks range) const {
    return start(range.last) - start(range.first);
  }
  /// An upper bound on the elements of any range of `blocks` blocks.
  [[nodiscard]] constexpr std::int64_t most_elements(std::int64_t blocks) const {
    if (!shares_.are_equal()) return most_in_shares(blocks);
    return unit_ == 1 ? start(blocks) + 1 : unit_;
  }

 private:
  [[nodiscard]] constexpr std::int64_t start_in_share(std::int64_t block) const {
    const std::int64_t in_each = blocks_ / shares_.ranks();
    const std::int64_t share = block / in_each;
    if (block % in_each == 0) return shares_.start(share);
    return shares_.start(share) + part_of(shares_.elements_of(share), block % in_each, in_each);
  }
  [[nodiscard]] constexpr std::int64_t most_in_shares(std::int64_t blocks) const {
    const std::int64_t in_each = blocks_ / shares_.ranks();
    const std::int64_t of_block = (shares_.longest() + in_each - 1) / in_each;
    // Of unequal shares the longest ones are not all next to each other.
    const std::int64_t touched =
        std::min<std::int64_t>((blocks + in_each - 2) / in_each + 1, shares_.ranks());
    std::int64_t most = 0;
    for (std::int64_t first = 0; first + touched <= shares_.ranks(); ++first)
      most = std::max(most, shares_.start(first + touched) - shares_.start(first));
    return std::min(most, blocks * of_block);
  }

  Shares shares_;
  std::int64_t blocks_;
  std::int64_t unit_;
  std::int64_t quotient_;
  std::int64_t remainder_;
};

}  // namespace allfold::schedule
