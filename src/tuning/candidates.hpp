/// @file Candidates: which kernels are worth measuring at a point.
#pragma once

#include <vector>

#include "rules/rules.hpp"
#include "select/candidates.hpp"

namespace allfold::tuning {

/// A candidate for measurement, with its seconds in the model.
struct Candidate {
  rules::RuledKernel kernel;
  double predicted = 0;  ///< 0: not in the model
};

/// The error of the model in comparisons of kernels, estimated from measurements.
class Band {
 public:
  /// The predicted and the measured seconds of one kernel.
  struct Pair {
    double predicted;
    double measured;
  };
  /// Adds the pairs of all kernels at one point.
  void add(const std::vector<Pair>& pairs);
  /// A kernel may take up to so many times as long as another one in the model and still be faster.
  [[nodiscard]] double width() const;

 private:
  std::vector<double> errors_;  ///< distances of log(measured/predicted) from the point's median
};

/// The candidates for measurement at a point, all of which keep the order `order`:
/// - the MPI library's own call
/// - kernels that use shared memory, if the nodes suit them
/// - the kernels of messages that take at most `band` times as long as the fastest candidate in the
///   model, each with its cheapest parameters, the fastest first. Their number is limited, more so
///   if calls take long.
[[nodiscard]] std::vector<Candidate> candidates_for(const algorithms::Task& task,
                                                    schedule::OperandOrder order,
                                                    const cost::CostModel& model, double bytes,
                                                    double band,
                                                    select::CandidateCache& candidates);

}  // namespace allfold::tuning
