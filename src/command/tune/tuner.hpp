/// @file Tuner: goes from point to point while there is time.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "command/tune/entrants.hpp"
#include "command/tune/job.hpp"
#include "command/tune/notebook.hpp"
#include "command/tune/progress.hpp"
#include "command/tune/setup.hpp"
#include "command/tune/team.hpp"

namespace allfold::tune {

/// Rank 0 decides, and tells the others. All members are collective.
class Tuner {
 public:
  /// Throws UsageError, on all ranks.
  Tuner(const Setup& setup, const Job& job);

  /// Measures what is not in the file yet.
  void run();
  /// Of rank 0.
  [[nodiscard]] const Rules& rules() const { return notebook_->rules(); }
  /// The points that there was no time for.
  [[nodiscard]] int left_out() const { return total_ - done_; }

 private:
  /// Points on one number of ranks.
  using Group = std::span<const Point>;

  void find_pending();
  void measure_model();
  void measure(const Group& group);
  void measure(const Point& point, Team& team);
  [[nodiscard]] std::vector<Entrant> entrants_at(const Point& point, const Team& team);
  void note(Measurement measurement, const std::vector<Entrant>& taken);
  [[nodiscard]] Team::Patience patience();
  [[nodiscard]] bool is_over() const;
  /// Of the machine that has most of the first `ranks`.
  [[nodiscard]] int ranks_per_machine(int ranks) const;

  const Setup& setup_;
  const Job& job_;
  double end_;  ///< of the budget
  std::vector<Point> pending_;
  int total_ = 0;
  int done_ = 0;
  // Rank 0's:
  std::optional<Notebook> notebook_;
  std::optional<Progress> progress_;
  CandidateCache candidates_;
  Band band_;
};

}  // namespace allfold::tune
