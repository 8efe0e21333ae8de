/// @file The parameters that kernels take.
#pragma once

#include <algorithm>
#include <cstddef>

#include "algorithms/composition.hpp"
#include "algorithms/way_parameter.hpp"

namespace allfold::algorithms {

/// The parameters that kernels take; each kernel's row says which of them it reads.
struct Parameters {
  /// The number of rounds that halve pieces before whole pieces are exchanged; `all_rounds`: all.
  int halvings = all_rounds;
  static constexpr int all_rounds = -1;
  /// Segments of a pipeline, a power of two; 0: the kernel's default.
  int segments = 0;
  /// Each round of exchanges multiplies the ranks covered by this; 0: the kernel's default.
  int radix = 0;
  /// Messages that a rank can receive within the latency of one; 0: the kernel's default.
  int lambda = 0;
  /// The most vectors that a rank of a tree receives; 0: the kernel's default.
  int children = 0;
  /// Rows of a 2-D mesh; 0: the default grid.
  int rows = 0;
  /// Ranks in a strip of an adaptive mesh; 0: the kernel's default.
  int strip = 0;
  /// The factors of p, or of the number of nodes; empty: the kernel's default.
  Composition composition = {};
  /// Lanes of each node; 0: as many as possible.
  int lanes = 0;
  WayParameter way = WayParameter::learnt;

  /// The number of rounds that halve, if at most `largest` can.
  [[nodiscard]] int halvings_up_to(int largest) const {
    return halvings == all_rounds ? largest : std::min(halvings, largest);
  }

  friend bool operator==(const Parameters&, const Parameters&) = default;
};

[[nodiscard]] std::size_t hash_of(const Parameters& parameters);

}  // namespace allfold::algorithms
