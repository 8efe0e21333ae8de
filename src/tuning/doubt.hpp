/// @file Doubt: which choices may be wrong, and whom to measure again to know better.
#pragma once

#include <vector>

#include "rules/rules.hpp"

namespace allfold::tuning {

struct Doubt {
  /// From the choice to the nearest other candidate, in intervals of their difference: up to 1 it
  /// may be wrong. What would make it slower than the MPI library's own counts as half as far.
  double distance;
  /// The MPI library's own, the choice, the nearest others, and what it is with other segments.
  std::vector<rules::RuledKernel> candidates;

  /// Whether measuring it again would tell something.
  [[nodiscard]] bool is_worth_a_visit() const;
  /// How much of the time that its calls need: 1 where nothing tells the choice from another.
  [[nodiscard]] double weight() const { return 1 / (1 + distance); }
};

/// Of the choice at a point that was measured. Visits are taken to scatter by more than one of them
/// can see, and the less so the more there were. `all` are the points measured: where they contradict
/// the time of a candidate that might be as quick as the choice, the doubt is greatest.
[[nodiscard]] Doubt doubt_of(const rules::Measurement& point, const rules::RuledKernel& choice,
                             const std::vector<rules::Measurement>& all);

/// What the tuner's own rules have for a point that it measured.
[[nodiscard]] const rules::RuledKernel& choice_at(const rules::Measurement& point,
                                                  const std::vector<rules::Rule>& rules);

}  // namespace allfold::tuning
