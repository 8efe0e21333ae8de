/// @file Verdict: what choices bring, judged by turns that did not choose.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "rules/interval.hpp"
#include "rules/rules.hpp"
#include "tuning/points.hpp"

namespace allfold::tuning {

/// Of one point.
struct Judgement {
  rules::Interval native;  ///< seconds
  rules::Interval chosen;
  rules::Interval gain;    ///< native over chosen
  rules::Interval excess;  ///< chosen over the best of the three, which one half of the turns chose
};
using Judgements = std::map<Subject, Judgement>;

/// Collects turns that are taken after the choice. The candidate with the lowest median of the
/// turns that chose owes that in part to chance, and so does the ratio to it that these turns show.
class Judge {
 public:
  /// What is to take turns: the MPI library's own, the choice, and the quickest of the turns that
  /// chose, each once; none where that is the MPI library's own alone.
  [[nodiscard]] static std::vector<rules::RuledKernel> candidates_at(
      const rules::Measurement& point, const rules::RuledKernel& choice);

  /// Seconds by turn of each of these candidates. Where there are none, what is known is repeated.
  void add(const rules::Measurement& point, const rules::RuledKernel& choice,
           const std::vector<std::vector<double>>& seconds);

  /// Of the points that have a turn.
  [[nodiscard]] const Judgements& judgements() const { return judgements_; }

 private:
  std::map<Subject, std::vector<std::vector<double>>> seconds_;
  Judgements judgements_;
};

/// Geometric means over points, and how far they can be trusted: an interval of the mean is what
/// the intervals of points come to that have nothing to do with each other.
struct Verdict {
  rules::Interval gain;
  rules::Interval excess;
  /// Whether the intervals are so narrow that the means say something.
  [[nodiscard]] bool is_telling() const;
};
/// There is one at least.
[[nodiscard]] Verdict verdict_of(std::span<const Judgement> judgements);

/// Whether ranks that waited for this share of the time for processors that are theirs alone may
/// have been hit by others of the machine to an extent that no interval shows.
[[nodiscard]] constexpr bool is_busy(double waited) { return waited > 0.1; }

/// Whether a point's ratio says something: its interval is no wider than a factor of two.
[[nodiscard]] bool is_telling(const rules::Interval& ratio);

}  // namespace allfold::tuning
