/// @file Proofs of all kernels by the checker.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "algorithms/programs.hpp"
#include "proof/check.hpp"
#include "proof/scope.hpp"

namespace allfold::proof {

/// The largest multiple of the programs' cost that a formula may state as a bound, for each
/// coefficient by itself. Of pipelines over two trees it is up to 3.5 times as much; in lanes with
/// long chains, on nodes in turn, up to 5.4 times. In shared memory, where a message costs no gap,
/// bounds with gaps are not limited.
inline constexpr double most_of_measured = 6;

struct Tally {
  std::int64_t proofs = 0;
  std::vector<std::string> failures;
};

/// Proves `kernel` on `scope`, and its cost claim.
[[nodiscard]] Tally prove(const algorithms::Kernel& kernel, const Scope& scope);

}  // namespace allfold::proof
