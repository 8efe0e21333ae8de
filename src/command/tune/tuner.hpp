/// @file Tuner: measures one point after another until the time is over.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "command/measure/progress.hpp"
#include "command/tune/candidate_timer.hpp"
#include "command/tune/job.hpp"
#include "command/tune/notebook.hpp"
#include "command/tune/setup.hpp"
#include "tuning/candidates.hpp"
#include "tuning/judgement.hpp"

namespace allfold::command::tune {

/// Rank 0 decides and informs the others. All members are collective.
class Tuner {
 public:
  /// Throws UsageError on all ranks.
  Tuner(const Setup& setup, const Job& job);

  /// Measures the points that are missing in the file, then the ways of long vectors through shared
  /// memory. The remaining time is spent on points whose choice is in doubt, and at last on the
  /// gain of the choices.
  void run();
  /// On rank 0.
  [[nodiscard]] const rules::Rules& rules() const { return notebook_->rules(); }
  /// The number of points for which there was no time.
  [[nodiscard]] int left_out() const { return total_ - done_; }
  /// What the choices gain, from turns that did not make the choices; empty if there was no time
  /// for them. On rank 0.
  [[nodiscard]] const tuning::Judgements& judgements() const { return judge_.judgements(); }
  /// The share of the judging time in which a rank waited for a processor, for the rank that waited
  /// most. 0 if ranks share processors, because they then wait for each other.
  [[nodiscard]] double waited() const { return waited_; }

 private:
  static constexpr double share_of_judging = 0.15;  ///< of the budget
  static constexpr double share_of_ways = 0.1;      ///< of the budget

  /// Points on the same number of ranks.
  using Group = std::span<const Point>;
  /// A further visit to a point, and the seconds that it needs.
  struct Revisit {
    Point point;
    double need;
  };

  void find_pending();
  void measure_model();
  void measure_pending();
  /// The ways to compare for long vectors at a point. Empty if no memory is shared, or if the file
  /// has all of it. On rank 0.
  [[nodiscard]] std::vector<rules::RuledKernel> ways_at(const Point& point) const;
  void measure_all_ways();
  void measure_ways(const Point& point, CandidateTimer& timer);
  /// Plans the time until `until` for the first visits of these points.
  void plan(const std::vector<Point>& points, double until);
  /// Visits one point again. Returns false if no point is in doubt, or no time is left.
  [[nodiscard]] bool visit_again();
  [[nodiscard]] std::vector<Point> next_in_doubt();
  [[nodiscard]] std::vector<Revisit> all_in_doubt() const;
  /// One of the two functions below, called for each point of a group while there is time.
  using Work = void (Tuner::*)(const Point&, CandidateTimer&);
  void visit(const Group& group, Work work);
  void measure(const Point& point, CandidateTimer& timer);
  void judge(const Point& point, CandidateTimer& timer);
  /// Visits all points, in groups of one number of ranks.
  void visit_all(const std::vector<Point>& points, Work work);
  void judge_all();
  void judge_until(double end, std::vector<Point> points);
  void note_wait(double own_share);
  void show(const Point& point, std::string_view why);
  [[nodiscard]] std::vector<tuning::Candidate> candidates_at(const Point& point,
                                                             const CandidateTimer& timer);
  void note(rules::Measurement measurement, const std::vector<tuning::Candidate>& taken);
  [[nodiscard]] tuning::Effort effort_of(const Point& point) const;
  [[nodiscard]] double share() const;
  [[nodiscard]] CandidateTimer::Patience patience();
  [[nodiscard]] double bytes_of(const Point& point) const;
  [[nodiscard]] double rough_seconds_of(const Point& point) const;
  [[nodiscard]] bool is_over() const;
  /// The largest number of the first `ranks` ranks on one node.
  [[nodiscard]] int ranks_per_node(int ranks) const;

  const Setup& setup_;
  const Job& job_;
  double begin_;
  double end_of_budget_;
  double end_;                  ///< of the present phase
  double end_of_plan_ = 0;      ///< of the first visits
  std::vector<Point> asked_;    ///< all points of the request
  std::vector<Point> pending_;  ///< those of them to measure for the first time
  std::vector<Point> pending_ways_;
  int total_ = 0;
  int done_ = 0;
  // On rank 0:
  std::optional<Notebook> notebook_;
  std::optional<measure::Progress> progress_;
  select::CandidateCache candidates_;
  tuning::Band band_;
  std::vector<double> needs_;  ///< of the points of the plan that are left
  tuning::Judge judge_;
  double waited_ = 0;
  double rounds_ = 3;           ///< of visits, to fit into the remaining time
  std::vector<Revisit> again_;  ///< the points of this round, the most doubtful first
};

}  // namespace allfold::command::tune
