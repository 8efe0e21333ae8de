/// @file Scope: what is proved for a number of ranks.
#pragma once

#include <string>
#include <vector>

#include "program/compile.hpp"

namespace allfold::proof {

/// What is proved for a number of ranks, of every kernel, collective, parameter and both bindings.
struct Scope {
  int ranks;
  std::vector<int> roots;  ///< for reduce
  std::vector<program::Segmentation> segmentations;
  std::vector<int> roots_in_segments;  ///< of the roots, those that are proved with segments, too
};

/// The scope for a number of ranks:
/// - up to 20 ranks: all roots; with and without segments, longer and shorter ones than a block,
///   with as few places as possible
/// - above 20 ranks: roots 0, 1, p/2 and p-1; with segments for root p/2
/// - above 64 ranks: no segments
///
/// Fewer values of parameters are proved above 20 ranks: see Parameter::telling.
[[nodiscard]] Scope scope_of(int ranks);
/// The scope as text for people.
[[nodiscard]] std::string scope_text();

}  // namespace allfold::proof
