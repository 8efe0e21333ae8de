/// @file The parameters that kernels take.
#pragma once

#include <algorithm>
#include <cstddef>

#include "algorithms/composition.hpp"
#include "algorithms/way.hpp"

namespace allfold::algorithms {

/// The parameters that kernels take; each kernel's row says which of them it reads.
struct Parameters {
  /// Rounds in which pieces are halved before full pieces are exchanged; `all_rounds`: in each.
  int halvings = all_rounds;
  static constexpr int all_rounds = -1;
  /// Pieces of a pipeline, a power of two; 0: the kernel's own.
  int segments = 0;
  /// How many times as many ranks a round of exchanges reaches; 0: the kernel's own.
  int radix = 0;
  /// Messages that a rank can take in the latency of one; 0: the kernel's own.
  int lambda = 0;
  /// Rows of a 2-D mesh; 0: the default grid.
  int rows = 0;
  /// Ranks in a strip of an adaptive mesh; 0: the kernel's own.
  int strip = 0;
  /// How p is composed; empty: the kernel's own way.
  Composition composition = {};
  /// Ranks of each node that have links of their own; 0: as many as can.
  int lanes = 0;
  Way way = Way::learnt;

  /// The rounds to halve, where there are at most so many.
  [[nodiscard]] int halvings_up_to(int largest) const {
    return halvings == all_rounds ? largest : std::min(halvings, largest);
  }

  friend bool operator==(const Parameters&, const Parameters&) = default;
};

[[nodiscard]] std::size_t hash_of(const Parameters& parameters);

}  // namespace allfold::algorithms
