/// @file How the tuner divides its time among the points.
#include <algorithm>
#include <iterator>
#include <vector>

#include "command/measure/stopping.hpp"
#include "command/tune/tuner.hpp"
#include "tuning/shares.hpp"

namespace allfold::command::tune {

// Half of the time is for the first visits. Each point has a share of what is left of it, so that
// time that a point does not use goes to the points after it. The other half, less the time of the
// ways, is divided among the rounds that fit into it.
double Tuner::share() const {
  const double now = measure::now();
  if (!needs_.empty()) return tuning::share_of_first(needs_, std::max(end_of_plan_ - now, 0.0));
  std::vector<double> needs;
  std::ranges::transform(again_, std::back_inserter(needs), &Revisit::need);
  return tuning::share_of_first(needs, (end_ - now) / rounds_);
}

// The rounds that are needed to get intervals may exceed the share.
CandidateTimer::Patience Tuner::patience() {
  const double begin = measure::now();
  const double share = begin + this->share();
  return [this, share, latest = begin, took = 0.0](const CandidateTimer::Round& round) mutable {
    const double now = measure::now();
    took = now - latest;
    latest = now;
    // A round has twice as many turns as the previous one, but fewer candidates.
    const double until = now + std::max(round.seconds, took);
    return measure::noted_signal() == 0 && until < (round.is_needed ? end_ : share);
  };
}

double Tuner::bytes_of(const Point& point) const {
  return static_cast<double>(point.count) * static_cast<double>(setup_.calls.type->extent);
}

double Tuner::rough_seconds_of(const Point& point) const {
  return tuning::rough_seconds(*rules().model, point.ranks, bytes_of(point));
}

tuning::Effort Tuner::effort_of(const Point& point) const {
  return rough_seconds_of(point) >= tuning::long_call_seconds ? tuning::Effort::few_turns
                                                              : tuning::Effort::many_turns;
}

}  // namespace allfold::command::tune
