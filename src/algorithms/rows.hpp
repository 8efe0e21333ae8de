/// @file The rows of the registry, each of which is defined at the end of its algorithm's file.
#pragma once

#include "algorithms/as_ready.hpp"
#include "algorithms/parameter_rows.hpp"

/// All rows, in the order in which they are shown: ROW(name) for each.
#define ALLFOLD_ROWS(ROW)          \
  ROW(binary_tree)                 \
  ROW(binary_tree_f)               \
  ROW(recursive_doubling)          \
  ROW(halving_doubling)            \
  ROW(binary_blocks)               \
  ROW(ring)                        \
  ROW(ring_ordered)                \
  ROW(node)                        \
  ROW(lanes)                       \
  ROW(circulant)                   \
  ROW(elimination_overlapping)     \
  ROW(elimination_non_overlapping) \
  ROW(bruck)                       \
  ROW(direct)                      \
  ROW(butterfly)                   \
  ROW(small_ring)                  \
  ROW(composed)                    \
  ROW(recursive_multiplying)       \
  ROW(postal_tree)                 \
  ROW(fibonacci_tree)              \
  ROW(dual_root)                   \
  ROW(two_tree)                    \
  ROW(sbt)                         \
  ROW(bsbt)                        \
  ROW(bucket)                      \
  ROW(sbt_2d)                      \
  ROW(bsbt_2d)                     \
  ROW(bucket_2d)                   \
  ROW(mesh_adaptive)

namespace allfold::algorithms::row {

#define ALLFOLD_DECLARE_ROW(name) extern const Kernel name;
ALLFOLD_ROWS(ALLFOLD_DECLARE_ROW)
#undef ALLFOLD_DECLARE_ROW

}  // namespace allfold::algorithms::row
