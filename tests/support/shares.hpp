/// @file Shares of several kinds, for calls in which each rank wants its own.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "schedule/blocks.hpp"

namespace allfold::testing {

enum class ShareLengths : std::uint8_t {
  none,     ///< ranks want no shares
  equal,    ///< as MPI_Reduce_scatter_block
  similar,  ///< the first ranks want an element more
  random,   ///< most of them similar, some empty
  uneven,   ///< one rank wants about half of the vector, some nothing
  of_one    ///< one rank wants the whole vector
};
inline constexpr std::array all_share_lengths{ShareLengths::equal, ShareLengths::similar,
                                              ShareLengths::random, ShareLengths::uneven,
                                              ShareLengths::of_one};

/// Shares that own their starts. Equal for equal arguments.
class OwnedShares {
 public:
  OwnedShares(ShareLengths lengths, std::int64_t elements, int ranks)
      : lengths_(lengths), elements_(elements), ranks_(ranks) {
    std::mt19937_64 random(static_cast<std::uint64_t>(elements) * 31 +
                           static_cast<std::uint64_t>(ranks));
    std::vector<std::int64_t> weights;
    for (int rank = 0; rank < ranks; ++rank) {
      const auto drawn = static_cast<std::int64_t>(random() % 4);
      weights.push_back(lengths == ShareLengths::uneven ? drawn * (drawn - 1)
                                                        : drawn + 5 * drawn / (drawn + 1));
    }
    const auto favourite = static_cast<std::size_t>(random() % static_cast<unsigned>(ranks));
    if (lengths == ShareLengths::of_one) weights.assign(weights.size(), 0);
    if (lengths != ShareLengths::random) weights[favourite] += 6 * ranks;
    std::int64_t all = 0;
    for (const std::int64_t weight : weights) all += weight;
    if (all == 0) all = weights[favourite] = 1;
    std::int64_t before = 0;
    for (int rank = 0; rank < ranks; ++rank) {
      const std::int64_t more = std::min<std::int64_t>(rank, elements % ranks);
      starts_.push_back(lengths == ShareLengths::similar
                            ? elements / ranks * rank + more
                            : schedule::part_of(elements, before, all));
      before += weights[static_cast<std::size_t>(rank)];
    }
    starts_.push_back(elements);
  }

  [[nodiscard]] schedule::Shares get() const {
    if (lengths_ == ShareLengths::equal) return {elements_, ranks_};
    return schedule::Shares(starts_);
  }

 private:
  ShareLengths lengths_;
  std::int64_t elements_;
  int ranks_;
  std::vector<std::int64_t> starts_;
};

}  // namespace allfold::testing
