/// @file How the tuner measures what its choices gain.
#include <algorithm>

#include "command/measure/implementation.hpp"
#include "command/measure/processor_wait.hpp"
#include "command/tune/tuner.hpp"
#include "tuning/shares.hpp"

namespace allfold::command::tune {

// Each point is judged twice, some time apart, so that a short disturbance of the machine does not
// dominate.
void Tuner::judge_all() {
  std::vector<Point> points;
  if (job_.leads())
    for (const Point& point : asked_) {
      const int ranks_per_node = this->ranks_per_node(point.ranks);
      if (!notebook_->has(point, ranks_per_node)) continue;
      const rules::Measurement& measured = notebook_->measured(point, ranks_per_node);
      const rules::RuledKernel& choice = notebook_->choice(point, ranks_per_node);
      if (tuning::Judge::candidates_at(measured, choice).empty())
        judge_.add(measured, choice, {});
      else
        points.push_back(point);
    }
  const double begin = measure::now();
  const double waited = measure::seconds_waited_for_processor();
  const double end = std::min(begin + share_of_judging * setup_.budget, end_of_budget_);
  judge_until((begin + end) / 2, points);
  judge_until(end, points);
  const double took = std::max(measure::now() - begin, 1e-6);
  note_wait((measure::seconds_waited_for_processor() - waited) / took);
  if (points.empty()) waited_ = 0;
}

void Tuner::note_wait(double own_share) {
  if (measure::survey(job_.comm()).is_crowded()) own_share = 0;
  measure::native_implementation().reduce(&own_share, &waited_, 1, MPI_DOUBLE, MPI_MAX, 0,
                                          job_.comm());
}

void Tuner::judge_until(double end, std::vector<Point> points) {
  end_ = end;
  rounds_ = 1;
  again_.clear();
  if (job_.leads() && is_over()) points.clear();
  points = told(points, job_.comm());
  if (job_.leads())
    for (const Point& point : points)
      again_.push_back({.point = point, .need = tuning::need_of(rough_seconds_of(point))});
  visit_all(points, &Tuner::judge);
}

void Tuner::judge(const Point& point, CandidateTimer& timer) {
  if (!job_.leads()) {
    static_cast<void>(timer.time_in_turns(point, {}, {}, {}));
    return;
  }
  show(point, "judging ");
  const rules::Measurement& measured = notebook_->measured(point, timer.nodes().most());
  const rules::RuledKernel& choice = notebook_->choice(point, timer.nodes().most());
  judge_.add(measured, choice,
             timer.time_in_turns(point, tuning::Judge::candidates_at(measured, choice),
                                 effort_of(point), patience()));
  const auto judged = judge_.judgements().find(tuning::subject_of(measured));
  // A comparison of the native call with itself is no judgement.
  if (judged != judge_.judgements().end() && !choice.is_native())
    notebook_->set_judged(point, timer.nodes().most(), judged->second);
  again_.erase(again_.begin());
}

}  // namespace allfold::command::tune
