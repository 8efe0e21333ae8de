/// @file Program times: what candidates take whose formula is a bound, by running their programs
/// through the cost model.
#pragma once

#include <vector>

#include "select/findings.hpp"

namespace allfold::select {

/// The times of the programs that were asked for last. May be used by several threads.
class ProgramTimes {
 public:
  /// Programs of more ranks are not run: each rank of a communicator runs those of all ranks, once
  /// for all lengths of vectors or, where ranks share links, for those about which it is asked.
  static constexpr int most_ranks = 64;
  /// Where messages have ways, those of more ranks are, unless they have more messages than this:
  /// about as many as the longest that are run on 64 ranks.
  static constexpr int most_ranks_with_ways = 256;
  static constexpr double most_messages = 16384;
  /// Whether a program has not too many messages for so many ranks, by its formula.
  [[nodiscard]] static bool can_run(const algorithms::Claim& claim, int ranks) {
    return ranks <= most_ranks || ranks * claim.by_term().rounds <= most_messages;
  }
  /// A formula says at most so many times what the programs take, where a gap is no less than a sixth
  /// of alpha. On few ranks pipelines have hardly begun when they end. 1: what they take.
  [[nodiscard]] static constexpr double most_of_formula(algorithms::Claim::Sum sum, int ranks) {
    if (sum == algorithms::Claim::Sum::exact) return 1;
    const bool is_loose = sum == algorithms::Claim::Sum::loose_bound;
    return ranks < 16 ? (is_loose ? 3.5 : 1.9) : (is_loose ? 2 : 1.6);
  }

  /// Whether programs are run, as far as they can be. Where there are several ranks on a node, or
  /// only shared memory, formulas do.
  [[nodiscard]] static bool serve(const algorithms::Kernel& kernel, const algorithms::Task& task,
                                  const cost::CostModel& model);
  /// Seconds for vectors of `bytes` bytes, in a Reduce with a root amid the ranks or, where messages
  /// have ways, to rank 0. Between lengths of which each is twice the one before the time is taken to
  /// be linear in the bytes. `claim` is the kernel's of the task.
  [[nodiscard]] double seconds(const algorithms::Kernel& kernel, const algorithms::Task& task,
                               const algorithms::Claim& claim, const cost::CostModel& model,
                               double bytes);

 private:
  // Vectors of 8 bytes and so many times twice as much.
  static constexpr double least_bytes = 8;
  static constexpr int doublings = 25;
  using Times = std::vector<double>;
  static double first_length(const algorithms::Claim& claim, const cost::CostModel& model);
  /// Of vectors of `first` bytes, and of `count` lengths of which each is twice the one before.
  static Times times_of(const algorithms::Kernel& kernel, algorithms::Task task,
                        const algorithms::Claim& claim, const cost::CostModel& model, double first,
                        int count);

  Findings<Times> times_;
};

}  // namespace allfold::select
