/// @file Judgements: the gain of choices, measured by turns that were not used to make them.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "rules/interval.hpp"
#include "rules/rules.hpp"
#include "tuning/points.hpp"

namespace allfold::tuning {

/// The judgement of one point.
struct Judgement {
  rules::Interval native;  ///< seconds
  rules::Interval chosen;
  rules::Interval gain;    ///< native over chosen
  rules::Interval excess;  ///< chosen over the best candidate: see best_by_halves()
};
using Judgements = std::map<Subject, Judgement>;

/// Collects turns that are taken after the choice. The turns that were used for the choice would
/// overstate the gain: the lowest of several medians is low partly by chance.
class Judge {
 public:
  /// The candidates that take turns: the MPI library's own call, the choice, and the fastest of the
  /// turns that were used for the choice, each once. None if all of these are the MPI library's own
  /// call.
  [[nodiscard]] static std::vector<rules::RuledKernel> candidates_at(
      const rules::Measurement& point, const rules::RuledKernel& choice);

  /// Adds the seconds, by turn, of each of these candidates. If there are no candidates, the known
  /// time is used.
  void add(const rules::Measurement& point, const rules::RuledKernel& choice,
           const std::vector<std::vector<double>>& seconds);

  /// The judgements of points that have at least one turn.
  [[nodiscard]] const Judgements& judgements() const { return judgements_; }

 private:
  std::map<Subject, std::vector<std::vector<double>>> seconds_;
  Judgements judgements_;
};

/// Geometric means over points, with intervals that follow from those of the points if these are
/// independent.
struct MeanJudgement {
  rules::Interval gain;
  rules::Interval excess;
  /// Whether the intervals are narrow enough for the means to be meaningful.
  [[nodiscard]] bool is_telling() const;
};
/// Requires at least one judgement.
[[nodiscard]] MeanJudgement mean_of(std::span<const Judgement> judgements);

/// Whether other users of the machine may have disturbed the ranks more than intervals show.
/// `waited` is the share of the time in which ranks waited for processors that should be theirs
/// alone.
[[nodiscard]] constexpr bool is_busy(double waited) { return waited > 0.1; }

/// Whether a point's ratio is meaningful: the ends of its interval differ by at most a factor of
/// two.
[[nodiscard]] bool is_telling(const rules::Interval& ratio);

}  // namespace allfold::tuning
