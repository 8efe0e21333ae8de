/// @file Doubt: which choices may be wrong, and which candidates to measure again.
#pragma once

#include <vector>

#include "rules/rules.hpp"

namespace allfold::tuning {

struct Doubt {
  /// The distance from the choice to the nearest other candidate, in units of the interval of their
  /// difference: up to 1 the choice may be wrong. The distance between a kernel and the MPI
  /// library's own call counts half.
  double distance;
  /// The MPI library's own call, the choice, the nearest others, and the choice with other
  /// segments.
  std::vector<rules::RuledKernel> candidates;

  /// Whether it is useful to measure the point again.
  [[nodiscard]] bool is_worth_a_visit() const;
  /// The share of the time that the calls need: 1 if the choice cannot be distinguished from
  /// another.
  [[nodiscard]] double weight() const { return 1 / (1 + distance); }
};

/// The doubt about the choice at a point that was measured. Visits are assumed to differ by more
/// than the interval of a single visit shows; more visits reduce this uncertainty. `all` are the
/// points that were measured: if they contradict the time of a candidate that may be as fast as the
/// choice, the distance is 0.
[[nodiscard]] Doubt doubt_of(const rules::Measurement& point, const rules::RuledKernel& choice,
                             const std::vector<rules::Measurement>& all);

/// The choice of the tuner's own rules for a point that it measured.
[[nodiscard]] const rules::RuledKernel& choice_at(const rules::Measurement& point,
                                                  const std::vector<rules::Rule>& rules);

}  // namespace allfold::tuning
