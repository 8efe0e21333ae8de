/// @file Trial: finds which of several candidates serves calls best, by the calls of a program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rules/rules.hpp"

namespace allfold::tuning {

/// The candidates take turns in rounds, each of twice as many turns as the one before. All ranks
/// make the same calls in the same order, so that each rank knows which candidate serves the next
/// one. Only the times of calls differ between ranks: they are summed over the ranks after each
/// round. Then candidates that are far slower, and the slower half, drop out. The first candidate,
/// which served before the trial, drops out only if it is far slower in more than one round.
class Trial {
 public:
  static constexpr int most_rounds = 4;
  /// The most calls that a trial of `candidates` candidates takes.
  [[nodiscard]] static int most_calls(std::size_t candidates);

  /// Requires at least two candidates.
  explicit Trial(std::vector<rules::RuledKernel> candidates);

  [[nodiscard]] const std::vector<rules::RuledKernel>& candidates() const { return candidates_; }
  /// The candidate that serves the next call.
  [[nodiscard]] std::size_t turn() const { return order_[place_]; }
  /// Adds the seconds of that call on this rank.
  void add(double seconds);

  /// Whether the ranks have to sum up their times before the next call.
  [[nodiscard]] bool is_round_over() const;
  /// What this rank adds to the sums, in picoseconds: sums of whole numbers do not depend on their
  /// order.
  [[nodiscard]] std::vector<std::int64_t> own_times() const;
  /// Ends a round, by the sums over `ranks` ranks.
  void judge(const std::vector<std::int64_t>& sums, int ranks);

  [[nodiscard]] bool is_over() const { return is_over_; }
  /// When the trial is over: the first candidate, unless another one is faster beyond noise. The
  /// MPI library's own call wins only if it is faster than the kernels beyond noise.
  [[nodiscard]] std::size_t winner() const { return winner_; }
  /// The times of all candidates, as means over the ranks, from the round that judged each last.
  [[nodiscard]] const std::vector<rules::MeasuredTime>& times() const { return times_; }
  /// The times of the winner, and of candidates that had enough turns for an interval.
  [[nodiscard]] std::vector<rules::MeasuredTime> trusted_times() const;

 private:
  [[nodiscard]] bool has_interval(std::size_t candidate) const;
  [[nodiscard]] bool is_running(std::size_t candidate) const;
  /// The seconds by which candidates are ordered.
  [[nodiscard]] double figure(std::size_t candidate) const;
  [[nodiscard]] bool is_settled() const;
  [[nodiscard]] std::size_t found_winner() const;
  void drop_slow();
  void shuffle();

  std::vector<rules::RuledKernel> candidates_;
  std::vector<std::vector<double>> seconds_;  // by candidate
  std::vector<rules::MeasuredTime> times_;    // by candidate
  std::vector<std::size_t> running_;          // the fastest first
  std::vector<std::size_t> order_;            // of the running ones, in this turn
  std::size_t place_ = 0;
  int turns_ = 0;  // made in this round
  int round_ = 0;
  std::uint64_t shuffles_ = 0;
  bool is_over_ = false;
  std::size_t winner_ = 0;
};

}  // namespace allfold::tuning
