/// @file Trial: finds the fastest of several candidates by calls that they serve in turns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "trials/interval.hpp"
#include "trials/method.hpp"
#include "trials/time.hpp"

namespace allfold::trials {

/// The candidates take turns in rounds. Their order changes from turn to turn, because the calls of
/// a program follow patterns: in a fixed order one candidate would always get the calls that wait
/// for late ranks. After each round the times are judged, and slow candidates drop out.
///
/// A trial sends nothing. Ranks that make the same calls know without communication which candidate
/// serves the next one. What they measure differs, so the user of a trial makes it equal on all
/// ranks after each round: it adds times on which the ranks have agreed, or sums up summary().
class Trial {
 public:
  struct Turn {
    std::size_t candidate = 0;
    int visit = 0;  ///< number among the candidate's calls that count, from 1; 0: does not count
  };

  /// Makes room, so that begin() allocates no memory for up to that many candidates and calls that
  /// count.
  void reserve(std::size_t candidates, std::size_t calls);
  /// Begins a trial of `candidates` candidates, at least one. Candidate 0 is the incumbent.
  void begin(const Method& method, std::size_t candidates);

  /// The next call.
  [[nodiscard]] Turn turn() const;
  /// That call is made.
  void pass();
  /// Whether the round has to be judged before the next call.
  [[nodiscard]] bool is_round_over() const { return turns_ == turns_of_round(); }
  /// The most calls of a trial with a limited number of rounds, and the winner as its aim.
  [[nodiscard]] static int most_calls(const Method& method, std::size_t candidates);

  /// Adds the time of a call that counts, at the latest before its round is judged.
  void add(std::size_t candidate, Time time) { calls_[candidate].push_back(time); }
  /// The times of a candidate are not valid: it drops out. Called before a round is judged.
  void withdraw(std::size_t candidate) { std::erase(running_, candidate); }
  /// What the calls of this rank say: three numbers for each running candidate.
  [[nodiscard]] std::vector<Time> summary();
  /// Ends a round, by the sums of all ranks' summaries.
  void judge(std::span<const Time> sums, int ranks);
  /// Ends a round, by the times that were added.
  void judge();

  [[nodiscard]] bool is_over() const { return is_over_; }
  /// The incumbent, unless another candidate is faster by enough.
  [[nodiscard]] std::size_t winner() const;
  /// The candidates that have not dropped out, after the first round the fastest first.
  [[nodiscard]] const std::vector<std::size_t>& running() const { return running_; }
  /// The time of a candidate as judged last.
  [[nodiscard]] const Interval<Time>& time(std::size_t candidate) const {
    return times_[candidate];
  }
  /// The time by which candidates are compared: the median, or the shortest of a few calls.
  [[nodiscard]] Time figure(std::size_t candidate) const;
  /// Whether the interval of a candidate shows the noise of its calls.
  [[nodiscard]] bool is_telling(std::size_t candidate) const;
  /// Whether `a` is faster than `b` by enough to replace it.
  [[nodiscard]] bool is_faster(std::size_t a, std::size_t b) const;
  /// Whether each running candidate has had enough calls for the trial to end.
  [[nodiscard]] bool has_enough_calls() const;
  /// The number of turns of each candidate in this round.
  [[nodiscard]] int turns_of_round() const;

 private:
  [[nodiscard]] bool is_running(std::size_t candidate) const;
  [[nodiscard]] bool is_slower(std::size_t candidate, std::size_t leader) const;
  [[nodiscard]] bool is_far_slower(std::size_t candidate, std::size_t leader) const;
  /// Whether the times of all candidates are so precise that their differences do not matter.
  [[nodiscard]] bool are_all_known_well() const;
  [[nodiscard]] bool is_settled() const;
  void end_round();
  void drop_slow();
  void shuffle();

  Method method_;
  std::vector<std::vector<Time>> calls_;  // times by candidate
  std::vector<Interval<Time>> times_;     // by candidate
  std::vector<std::size_t> running_;
  std::vector<std::size_t> order_;  // of the running ones, in this turn
  std::size_t place_ = 0;           // in the order
  int call_ = 0;                    // of the turn
  int turns_ = 0;                   // made in this round
  int round_ = 0;
  std::uint64_t shuffles_ = 0;
  bool is_over_ = false;
};

}  // namespace allfold::trials
