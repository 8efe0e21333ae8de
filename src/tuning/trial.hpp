/// @file Trial: which of several candidates serves calls best, found while these are made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rules/rules.hpp"

namespace allfold::tuning {

/// The candidates take turns in rounds, each of twice as many turns as the one before. All ranks
/// make the same calls in the same order, so all know who serves the next one. Only what calls took
/// differs, and that is summed over the ranks after each round, before anybody drops out: who is
/// far behind, and the slower half. The first candidate, which served before, drops out only if it
/// is far behind for more than one round.
class Trial {
 public:
  static constexpr int most_rounds = 4;
  /// The most calls that a trial of so many candidates takes.
  [[nodiscard]] static int most_calls(std::size_t candidates);

  /// Two candidates at least.
  explicit Trial(std::vector<rules::RuledKernel> candidates);

  [[nodiscard]] const std::vector<rules::RuledKernel>& candidates() const { return candidates_; }
  /// Who serves the next call.
  [[nodiscard]] std::size_t turn() const { return order_[place_]; }
  /// What that call took on this rank.
  void add(double seconds);

  /// Whether the ranks are to agree before the next call.
  [[nodiscard]] bool is_round_over() const;
  /// What this rank adds to the sums: whole numbers, whose sums do not depend on their order.
  [[nodiscard]] std::vector<std::int64_t> own_times() const;
  /// Ends a round by the sums over so many ranks.
  void judge(const std::vector<std::int64_t>& sums, int ranks);

  [[nodiscard]] bool is_over() const { return is_over_; }
  /// Once it is over: the first candidate, unless another is quicker beyond noise; and the MPI
  /// library's own only if it is quicker than the kernels beyond noise.
  [[nodiscard]] std::size_t winner() const { return winner_; }
  /// Of all candidates, in the mean over the ranks, by what was known when each was judged last.
  [[nodiscard]] const std::vector<rules::MeasuredTime>& times() const { return times_; }
  /// Of the winner, and of those that had enough turns for an interval.
  [[nodiscard]] std::vector<rules::MeasuredTime> trusted_times() const;

 private:
  [[nodiscard]] bool has_interval(std::size_t candidate) const;
  [[nodiscard]] bool is_running(std::size_t candidate) const;
  /// By which candidates are compared before they can be told apart.
  [[nodiscard]] double figure(std::size_t candidate) const;
  [[nodiscard]] bool is_settled() const;
  [[nodiscard]] std::size_t found_winner() const;
  void drop_slow();
  void shuffle();

  std::vector<rules::RuledKernel> candidates_;
  std::vector<std::vector<double>> seconds_;  // by candidate
  std::vector<rules::MeasuredTime> times_;    // by candidate
  std::vector<std::size_t> running_;          // the quickest first
  std::vector<std::size_t> order_;            // of the running ones, in this turn
  std::size_t place_ = 0;
  int turns_ = 0;  // made in this round
  int round_ = 0;
  std::uint64_t shuffles_ = 0;
  bool is_over_ = false;
  std::size_t winner_ = 0;
};

}  // namespace allfold::tuning
