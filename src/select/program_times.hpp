/// @file Program times: the times of candidates whose formula is a bound, from running their
/// programs in the cost model.
#pragma once

#include <vector>

#include "select/findings.hpp"

namespace allfold::select {

/// A cache of the times of programs. Several threads may use it at the same time.
class ProgramTimes {
 public:
  /// Programs of more ranks are not run: each rank of a communicator runs the programs of all
  /// ranks, once for all lengths of vectors or, if ranks share links, for each length that is
  /// requested.
  static constexpr int most_ranks = 64;
  /// If the time of a message depends on its route, programs of up to this number of ranks are run,
  /// unless they have more messages than `most_messages`. A bucket on a grid of 256 ranks with four
  /// rows has 33,792: on a torus as long as that, nothing else is as fast for long vectors.
  static constexpr int most_ranks_with_routes = 256;
  static constexpr double most_messages = 36000;
  /// Whether the programs of `ranks` ranks have few enough messages to be run, by their formula.
  [[nodiscard]] static bool can_run(const algorithms::Claim& claim, int ranks) {
    return ranks <= most_ranks || ranks * claim.by_term().rounds <= most_messages;
  }
  /// The largest ratio of a formula's time to that of the programs, if the gap is at least a sixth
  /// of alpha; 1 if the formula is exact. On few ranks the ratio is larger, because pipelines end
  /// soon after they have filled.
  [[nodiscard]] static constexpr double most_of_formula(algorithms::Claim::Sum sum, int ranks) {
    if (sum == algorithms::Claim::Sum::exact) return 1;
    return ranks < 16 ? 3.5 : 2;
  }

  /// Whether programs are run, if they can be. With several ranks on a node, or in shared memory,
  /// formulas are used instead.
  [[nodiscard]] static bool serve(const algorithms::Kernel& kernel, const algorithms::Task& task,
                                  const cost::CostModel& model);
  /// The seconds for vectors of `bytes` bytes. The root of a Reduce is the middle rank or, if
  /// ranks share links, rank 0. Programs are run for lengths that double; in
  /// between, the time is interpolated linearly. `claim` is the kernel's claim for the task.
  [[nodiscard]] double seconds(const algorithms::Kernel& kernel, const algorithms::Task& task,
                               const algorithms::Claim& claim, const cost::CostModel& model,
                               double bytes);

 private:
  // The shortest length, and how many times it is doubled.
  static constexpr double least_bytes = 8;
  static constexpr int doublings = 25;
  using Times = std::vector<double>;
  static double first_length(const algorithms::Claim& claim, const cost::CostModel& model);
  /// The times of `count` lengths, of which the first is `first` bytes and each other one twice the
  /// one before.
  static Times times_of(const algorithms::Kernel& kernel, algorithms::Task task,
                        const algorithms::Claim& claim, const cost::CostModel& model, double first,
                        int count);

  Findings<Times> times_;
};

}  // namespace allfold::select
