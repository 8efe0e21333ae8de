/// @file Tuner: goes from point to point while there is time.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "command/measure/progress.hpp"
#include "command/tune/candidate_timer.hpp"
#include "command/tune/job.hpp"
#include "command/tune/notebook.hpp"
#include "command/tune/setup.hpp"
#include "tuning/candidates.hpp"

namespace allfold::command::tune {

/// Rank 0 decides, and tells the others. All members are collective.
class Tuner {
 public:
  /// Throws UsageError, on all ranks.
  Tuner(const Setup& setup, const Job& job);

  /// Measures what is not in the file yet, and then, while there is time, again where the choice is
  /// in doubt.
  void run();
  /// Of rank 0.
  [[nodiscard]] const rules::Rules& rules() const { return notebook_->rules(); }
  /// The points that there was no time for.
  [[nodiscard]] int left_out() const { return total_ - done_; }

 private:
  /// Points on one number of ranks.
  using Group = std::span<const Point>;
  /// One more visit, and the seconds that it needs.
  struct Revisit {
    Point point;
    double need;
  };

  void find_pending();
  void measure_model();
  void measure_pending();
  /// Whether there was a point to measure again, and time for it.
  [[nodiscard]] bool visit_again();
  [[nodiscard]] std::vector<Point> next_in_doubt();
  [[nodiscard]] std::vector<Revisit> all_in_doubt() const;
  void measure(const Group& group);
  void measure(const Point& point, CandidateTimer& timer);
  void show(const Point& point);
  [[nodiscard]] std::vector<tuning::Candidate> candidates_at(const Point& point,
                                                             const CandidateTimer& timer);
  void note(rules::Measurement measurement, const std::vector<tuning::Candidate>& taken);
  [[nodiscard]] double share() const;
  [[nodiscard]] CandidateTimer::Patience patience();
  [[nodiscard]] double bytes_of(const Point& point) const;
  [[nodiscard]] double rough_seconds_of(const Point& point) const;
  [[nodiscard]] bool is_over() const;
  /// Of the node that has most of the first `ranks`.
  [[nodiscard]] int ranks_per_node(int ranks) const;

  const Setup& setup_;
  const Job& job_;
  double begin_;
  double end_;                  ///< of the budget
  std::vector<Point> asked_;    ///< all that are to be known
  std::vector<Point> pending_;  ///< of these, what is to be measured for the first time
  int total_ = 0;
  int done_ = 0;
  // Rank 0's:
  std::optional<Notebook> notebook_;
  std::optional<measure::Progress> progress_;
  select::CandidateCache candidates_;
  tuning::Band band_;
  std::vector<double> needs_;   ///< of the pending points that are left
  std::vector<Revisit> again_;  ///< what this round visits again, the most doubtful first
};

}  // namespace allfold::command::tune
