/// @file Candidates: which kernels are worth measuring at a point.
#pragma once

#include <vector>

#include "rules/rules.hpp"
#include "select/candidates.hpp"

namespace allfold::tuning {

/// What may be measured, with the seconds that the model has for it.
struct Candidate {
  rules::RuledKernel kernel;
  double predicted = 0;  ///< 0: the model knows nothing of it
};

/// How far off the model is in comparing kernels, learnt from what was measured.
class Band {
 public:
  /// What was predicted and what was measured, of one kernel.
  struct Pair {
    double predicted;
    double measured;
  };
  /// Of all kernels at one point.
  void add(const std::vector<Pair>& pairs);
  /// A kernel may be so many times slower than another in the model, and yet be quicker.
  [[nodiscard]] double width() const;

 private:
  std::vector<double> errors_;  ///< log of measured over predicted, less the point's median
};

/// The MPI library's own; what goes through shared memory, where it can; and of the other kernels
/// those that the model has within `band` times the quickest, each with its cheapest parameters,
/// the quickest in the model first, and not too many of them; few, where a call takes so long that
/// each costs much. All keep the order.
[[nodiscard]] std::vector<Candidate> candidates_for(const algorithms::Task& task,
                                                    schedule::OperandOrder order,
                                                    const cost::CostModel& model, double bytes,
                                                    double band,
                                                    select::CandidateCache& candidates);

}  // namespace allfold::tuning
