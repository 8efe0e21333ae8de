/// @file OnlineTrial: finds which of several algorithms serves calls best, by the calls of a
/// program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rules/rules.hpp"
#include "trials/trial.hpp"

namespace allfold::tuning {

/// A trial whose first candidate served before. All ranks make the same calls in the same order.
/// Only the times of calls differ between ranks: they are summed over the ranks after each round.
class OnlineTrial {
 public:
  /// The most calls that a trial of `candidates` candidates takes.
  [[nodiscard]] static int most_calls(std::size_t candidates);

  /// Requires at least two candidates.
  explicit OnlineTrial(std::vector<rules::RuledKernel> candidates);

  [[nodiscard]] const std::vector<rules::RuledKernel>& candidates() const { return candidates_; }
  /// The candidate that serves the next call.
  [[nodiscard]] std::size_t turn() const { return trial_.turn().candidate; }
  /// Adds the seconds of that call on this rank.
  void add(double seconds);

  /// Whether the ranks have to sum up their times before the next call.
  [[nodiscard]] bool is_round_over() const { return !is_over() && trial_.is_round_over(); }
  /// What this rank adds to the sums.
  [[nodiscard]] std::vector<std::int64_t> own_times() { return trial_.summary(); }
  /// Ends a round, by the sums over `ranks` ranks.
  void judge(std::span<const std::int64_t> sums, int ranks) { trial_.judge(sums, ranks); }

  [[nodiscard]] bool is_over() const { return trial_.is_over(); }
  /// When the trial is over: the first candidate, unless another one is faster beyond noise. The
  /// MPI library's own call wins only if it is faster than the algorithms beyond noise.
  [[nodiscard]] std::size_t winner() const;
  /// The times of all candidates, as means over the ranks, from the round that judged each last.
  [[nodiscard]] std::vector<rules::MeasuredTime> times() const;
  /// The times of the winner, and of candidates that had enough turns for an interval.
  [[nodiscard]] std::vector<rules::MeasuredTime> trusted_times() const;

 private:
  [[nodiscard]] rules::MeasuredTime time(std::size_t candidate) const;

  std::vector<rules::RuledKernel> candidates_;
  trials::Trial trial_;
};

}  // namespace allfold::tuning
