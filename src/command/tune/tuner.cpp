#include "command/tune/tuner.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "command/measure/stopping.hpp"
#include "command/sizes.hpp"
#include "command/tune/probe.hpp"
#include "command/usage_error.hpp"
#include "mpi/machine/machine.hpp"
#include "text/format.hpp"
#include "tuning/shares.hpp"

namespace allfold::command::tune {

namespace {

/// Runs `work` on rank 0. Its exceptions are thrown on all ranks as UsageError.
void on_leader(const Job& job, const std::function<void()>& work) {
  std::string problem;
  try {
    if (job.leads()) work();
  } catch (const std::runtime_error& error) {
    problem = error.what();
  }
  problem = told(problem, job.comm());
  if (!problem.empty()) throw UsageError(problem);
}

}  // namespace

Tuner::Tuner(const Setup& setup, const Job& job)
    : setup_(setup),
      job_(job),
      begin_(measure::now()),
      end_of_budget_(begin_ + setup.budget),
      end_(begin_ + (1 - share_of_judging) * setup.budget) {
  if (job.ranks() < 2)
    throw UsageError(
        "one rank: expected 2 or more, because one rank sends no messages; start more, for example "
        "mpirun -n 4");
  asked_ = points_of(setup, job.ranks());
  on_leader(job, [&] { notebook_.emplace(setup, mpi::machine::fingerprint_of_machine()); });
}

void Tuner::run() {
  find_pending();
  measure_model();
  measure_pending();
  measure_all_ways();
  while (visit_again()) {
  }
  judge_all();
  if (progress_) progress_->clear();
}

void Tuner::find_pending() {
  pending_ = pending_ways_ = asked_;
  if (job_.leads()) {
    std::erase_if(pending_, [&](const Point& point) {
      return notebook_->has(point, ranks_per_node(point.ranks));
    });
    std::erase_if(pending_ways_, [&](const Point& point) { return ways_at(point).empty(); });
  }
  pending_ = told(pending_, job_.comm());
  pending_ways_ = told(pending_ways_, job_.comm());
  total_ = static_cast<int>(pending_.size() + pending_ways_.size());
  if (job_.leads())
    progress_.emplace(
        setup_.quiet ? measure::Progress::Voice::quiet : measure::Progress::Voice::loud,
        "allfold tune", total_);
}

void Tuner::measure_model() {
  if (progress_) progress_->show(0, end_of_budget_ - measure::now(), "the machine");
  const allfold::cost::CostModel model = probe(job_);
  on_leader(job_, [&] { notebook_->set_model(model); });
}

void Tuner::measure_pending() {
  plan(pending_, (begin_ + end_) / 2);
  visit_all(pending_, &Tuner::measure);
  needs_.clear();
}

void Tuner::plan(const std::vector<Point>& points, double until) {
  end_of_plan_ = until;
  if (job_.leads())
    std::ranges::transform(points, std::back_inserter(needs_), [&](const Point& point) {
      return tuning::need_of(rough_seconds_of(point));
    });
}

void Tuner::visit_all(const std::vector<Point>& points, Work work) {
  for (auto from = points.begin(); from != points.end();) {
    const auto to = std::find_if(from, points.end(),
                                 [&](const Point& point) { return point.ranks != from->ranks; });
    visit({from, to}, work);
    from = to;
  }
}

bool Tuner::visit_again() {
  std::vector<Point> next;
  if (job_.leads()) next = next_in_doubt();
  next = told(next, job_.comm());
  if (!next.empty()) visit(next, &Tuner::measure);
  if (!again_.empty()) again_.erase(again_.begin());
  return !next.empty();
}

// A round visits each point once, so that a disturbance of some minutes does not affect all visits
// of a point.
std::vector<Point> Tuner::next_in_doubt() {
  if (is_over()) return {};
  if (again_.empty()) again_ = all_in_doubt();
  if (again_.empty()) return {};
  return {again_.front().point};
}

std::vector<Tuner::Revisit> Tuner::all_in_doubt() const {
  std::vector<std::pair<double, Revisit>> doubtful;
  for (const Point& point : asked_) {
    const int ranks_per_node = this->ranks_per_node(point.ranks);
    if (!notebook_->has(point, ranks_per_node)) continue;
    const tuning::Doubt doubt = notebook_->doubt(point, ranks_per_node);
    if (doubt.is_worth_a_visit())
      doubtful.emplace_back(
          doubt.distance,
          Revisit{point, tuning::need_of(rough_seconds_of(point)) * doubt.weight()});
  }
  std::ranges::stable_sort(doubtful, {}, &std::pair<double, Revisit>::first);
  std::vector<Revisit> all;
  std::ranges::transform(doubtful, std::back_inserter(all), &std::pair<double, Revisit>::second);
  return all;
}

void Tuner::visit(const Group& group, Work work) {
  const bool belongs = job_.rank() < group.front().ranks;
  MPI_Comm subset = job_.subset(belongs);
  if (belongs) {
    {
      CandidateTimer timer(subset, setup_);
      for (const Point& point : group) {
        if (told(std::vector{is_over() ? 1 : 0}, subset).front() != 0) break;
        (this->*work)(point, timer);
      }
    }
    MPI_Comm_free(&subset);
  }
  measure::meet_asleep(job_.comm());
}

void Tuner::measure(const Point& point, CandidateTimer& timer) {
  std::vector<tuning::Candidate> taken;
  std::vector<rules::RuledKernel> candidates;
  tuning::Effort effort = tuning::Effort::many_turns;
  CandidateTimer::Patience patience;
  if (job_.leads()) {
    show(point, needs_.empty() ? "once more " : "");
    taken = candidates_at(point, timer);
    std::ranges::transform(taken, std::back_inserter(candidates), &tuning::Candidate::kernel);
    effort = effort_of(point);
    patience = this->patience();
  }
  std::optional<rules::Measurement> measured = timer.measure(point, candidates, effort, patience);
  if (measured) note(std::move(*measured), taken);
  if (!needs_.empty()) needs_.erase(needs_.begin());
}

void Tuner::show(const Point& point, std::string_view why) {
  progress_->show(
      done_, end_of_budget_ - measure::now(),
      text::format("{}{}, {} ranks, {}", why, schedule::name_of(point.collective), point.ranks,
                   readable_bytes(static_cast<std::int64_t>(bytes_of(point)))));
}

// At a known point: the candidates in doubt. At a new point: the candidates of the model, the
// choice without rules, which is to stay where nothing is faster, and the fastest candidate for
// shorter vectors.
std::vector<tuning::Candidate> Tuner::candidates_at(const Point& point,
                                                    const CandidateTimer& timer) {
  std::vector<tuning::Candidate> taken;
  if (notebook_->has(point, timer.nodes().most())) {
    for (const rules::RuledKernel& each : notebook_->doubt(point, timer.nodes().most()).candidates)
      taken.push_back({.kernel = each});
    return taken;
  }
  const algorithms::Task task{
      .collective = point.collective, .ranks = point.ranks, .nodes = timer.nodes()};
  const schedule::OperandOrder order = setup_.operation == rules::OperationClass::ordered
                                           ? schedule::OperandOrder::rank_order
                                           : schedule::OperandOrder::any;
  taken = tuning::candidates_for(task, order, *rules().model, bytes_of(point), band_.width(),
                                 candidates_);
  const auto add = [&](const rules::RuledKernel& kernel) {
    if (std::ranges::find(taken, kernel, &tuning::Candidate::kernel) == taken.end())
      taken.push_back({.kernel = kernel});
  };
  add(notebook_->untuned(point, timer.nodes().most()));
  if (const rules::RuledKernel* before = notebook_->winner_before(point, timer.nodes().most()))
    add(*before);
  return taken;
}

void Tuner::note(rules::Measurement measurement, const std::vector<tuning::Candidate>& taken) {
  std::vector<tuning::Band::Pair> pairs;
  for (std::size_t i = 0; i < taken.size(); ++i)
    if (taken[i].predicted > 0)
      pairs.push_back({.predicted = taken[i].predicted, .measured = measurement.times[i].median()});
  band_.add(pairs);
  notebook_->add(std::move(measurement));
  if (!needs_.empty()) ++done_;
}

bool Tuner::is_over() const { return measure::noted_signal() != 0 || measure::now() >= end_; }

int Tuner::ranks_per_node(int ranks) const {
  int most = 0;
  for (int rank = 0; rank < ranks; ++rank)
    most = std::max(most, job_.nodes().local_rank_of(rank) + 1);
  return most;
}

}  // namespace allfold::command::tune
