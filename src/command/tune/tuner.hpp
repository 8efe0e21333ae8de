/// @file Tuner: goes from point to point while there is time.
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
#include "tuning/verdict.hpp"

namespace allfold::command::tune {

/// Rank 0 decides, and tells the others. All members are collective.
class Tuner {
 public:
  /// Throws UsageError, on all ranks.
  Tuner(const Setup& setup, const Job& job);

  /// Measures what is not in the file yet, and the ways of long vectors through shared memory, then,
  /// while there is time, again where the choice is in doubt, and in the end what the choices bring.
  void run();
  /// Of rank 0.
  [[nodiscard]] const rules::Rules& rules() const { return notebook_->rules(); }
  /// The points that there was no time for.
  [[nodiscard]] int left_out() const { return total_ - done_; }
  /// Of rank 0: by turns that did not choose, where there was time for them.
  [[nodiscard]] const tuning::Judgements& judgements() const { return judge_.judgements(); }
  /// The share of that time for which a rank waited for a processor, of the one that waited most; 0
  /// where ranks share processors, and wait for each other.
  [[nodiscard]] double waited() const { return waited_; }

 private:
  static constexpr double share_of_judging = 0.15;  ///< of the budget
  static constexpr double share_of_ways = 0.1;      ///< of the budget

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
  /// The ways between which long vectors can go at a point; none where no memory is shared, or a
  /// file has it all. Of rank 0.
  [[nodiscard]] std::vector<rules::RuledKernel> ways_at(const Point& point) const;
  void measure_all_ways();
  void measure_ways(const Point& point, CandidateTimer& timer);
  /// What points need that are visited for the first time, until then.
  void plan(const std::vector<Point>& points, double until);
  /// Whether there was a point to measure again, and time for it.
  [[nodiscard]] bool visit_again();
  [[nodiscard]] std::vector<Point> next_in_doubt();
  [[nodiscard]] std::vector<Revisit> all_in_doubt() const;
  /// Calls one of the two below for each point while there is time.
  using Work = void (Tuner::*)(const Point&, CandidateTimer&);
  void visit(const Group& group, Work work);
  void measure(const Point& point, CandidateTimer& timer);
  void judge(const Point& point, CandidateTimer& timer);
  /// All points in groups of one number of ranks each.
  void visit_all(const std::vector<Point>& points, Work work);
  void judge_all();
  void judge_until(double end, std::vector<Point> points);
  void note_wait(double own_share);
  void show(const Point& point, std::string_view why);
  [[nodiscard]] std::vector<tuning::Candidate> candidates_at(const Point& point,
                                                             const CandidateTimer& timer);
  void note(rules::Measurement measurement, const std::vector<tuning::Candidate>& taken);
  [[nodiscard]] tuning::Pace pace_of(const Point& point) const;
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
  double end_of_budget_;
  double end_;                  ///< of what is done now
  double end_of_plan_ = 0;      ///< of first visits
  std::vector<Point> asked_;    ///< all that are to be known
  std::vector<Point> pending_;  ///< of these, what is to be measured for the first time
  std::vector<Point> pending_ways_;
  int total_ = 0;
  int done_ = 0;
  // Rank 0's:
  std::optional<Notebook> notebook_;
  std::optional<measure::Progress> progress_;
  select::CandidateCache candidates_;
  tuning::Band band_;
  std::vector<double> needs_;  ///< of the points planned that are left
  tuning::Judge judge_;
  double waited_ = 0;
  double rounds_ = 3;           ///< of visits, which are to fit into what is left of the time
  std::vector<Revisit> again_;  ///< what this round visits again, the most doubtful first
};

}  // namespace allfold::command::tune
