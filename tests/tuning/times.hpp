/// Candidates and their times.
#pragma once

#include <cmath>

#include "algorithms/registry.hpp"
#include "rules/rules.hpp"

namespace allfold::tuning {

inline const rules::RuledKernel native{};
inline const rules::RuledKernel ring{.kernel = algorithms::find_kernel("ring")};
inline const rules::RuledKernel doubling{.kernel = algorithms::find_kernel("recursive-doubling")};

/// The candidate that runs without rules; it has no measured time.
inline rules::RuledKernel another(const rules::Measurement& /*of*/) {
  return {.kernel = algorithms::find_kernel("binary-tree")};
}

/// `noise` is half the width of the confidence interval, in natural logarithms.
inline rules::MeasuredTime time_of(const rules::RuledKernel& candidate, double seconds,
                                   double noise = 0.01) {
  return {
      .candidate = candidate,
      .seconds = {
          .median = seconds, .low = seconds * std::exp(-noise), .high = seconds * std::exp(noise)}};
}

}  // namespace allfold::tuning
