/// @file Proofs of all kernels by the checker.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "algorithms/programs.hpp"
#include "program/compile.hpp"
#include "proof/check.hpp"

namespace allfold::proof {

/// The largest multiple of the programs' cost that a formula may state as a bound, for each
/// coefficient by itself. Of pipelines over two trees it is up to 3.5 times as much; in lanes with
/// long chains, on nodes in turn, up to 5.4 times. In shared memory, where a message costs no gap,
/// bounds with gaps are not limited.
inline constexpr double most_of_measured = 6;

/// What is proved for a number of ranks: every kernel, collective, parameter and both bindings.
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

struct Tally {
  std::int64_t proofs = 0;
  std::vector<std::string> failures;
};

/// Proves `kernel` on `scope`, and its cost claim.
[[nodiscard]] Tally prove(const algorithms::Kernel& kernel, const Scope& scope);

}  // namespace allfold::proof
