#include "command/tune/tuner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "command/sizes.hpp"
#include "command/tune/probe.hpp"
#include "command/tune/stopping.hpp"
#include "command/usage_error.hpp"
#include "mpi/machine.hpp"

namespace allfold::tune {

namespace {

/// Rank 0 works; what it finds wrong is thrown on all ranks, as UsageError.
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
    : setup_(setup), job_(job), end_(bench::now() + setup.budget) {
  if (job.ranks() < 2)
    throw UsageError(
        "there is nothing to tune (one rank has nobody to talk to) start it as in mpirun -n 4");
  pending_ = points_of(setup, job.ranks());
  on_leader(job, [&] { notebook_.emplace(setup, fingerprint_of_machine()); });
}

void Tuner::run() {
  find_pending();
  measure_model();
  for (auto from = pending_.begin(); from != pending_.end();) {
    const auto to = std::find_if(from, pending_.end(),
                                 [&](const Point& point) { return point.ranks != from->ranks; });
    measure({from, to});
    from = to;
  }
  if (progress_) progress_->end();
}

void Tuner::find_pending() {
  if (job_.leads())
    std::erase_if(pending_, [&](const Point& point) {
      return notebook_->has(point, ranks_per_machine(point.ranks));
    });
  pending_ = told(pending_, job_.comm());
  total_ = static_cast<int>(pending_.size());
  if (job_.leads())
    progress_.emplace(setup_.quiet ? Progress::Voice::quiet : Progress::Voice::loud, total_,
                      setup_.budget);
}

void Tuner::measure_model() {
  if (progress_) progress_->show(0, "the machine");
  const CostModel model = probe(job_);
  on_leader(job_, [&] { notebook_->set_model(model); });
}

void Tuner::measure(const Group& group) {
  const bool belongs = job_.rank() < group.front().ranks;
  MPI_Comm part = job_.part(belongs);
  if (belongs) {
    {
      Team team(part, setup_);
      for (const Point& point : group) {
        if (told(std::vector{is_over() ? 1 : 0}, part).front() != 0) break;
        measure(point, team);
      }
    }
    MPI_Comm_free(&part);
  }
  bench::meet_asleep(job_.comm());
}

void Tuner::measure(const Point& point, Team& team) {
  std::vector<Entrant> taken;
  std::vector<RuledKernel> contenders;
  if (job_.leads()) {
    progress_->show(
        done_, fmt::format("{}, {} ranks, {}", name_of(point.collective), point.ranks,
                           readable_bytes(point.count *
                                          static_cast<std::int64_t>(setup_.calls.type->extent))));
    taken = entrants_at(point, team);
    std::ranges::transform(taken, std::back_inserter(contenders), &Entrant::kernel);
  }
  std::optional<Measurement> measured = team.measure(point, contenders, patience());
  if (measured) note(std::move(*measured), taken);
}

// What is the quickest for shorter vectors may hold on.
std::vector<Entrant> Tuner::entrants_at(const Point& point, const Team& team) {
  const Task task{.collective = point.collective, .ranks = point.ranks, .nodes = team.nodes()};
  const double bytes =
      static_cast<double>(point.count) * static_cast<double>(setup_.calls.type->extent);
  std::vector<Entrant> taken = entrants(task, *rules().model, bytes, band_.width(), candidates_);
  const RuledKernel* before = notebook_->winner_before(point, team.nodes().most());
  const bool is_named = before != nullptr && !before->segment_bytes;
  if (is_named && std::ranges::find(taken, *before, &Entrant::kernel) == taken.end())
    taken.push_back({.kernel = *before});
  return taken;
}

void Tuner::note(Measurement measurement, const std::vector<Entrant>& taken) {
  std::vector<Band::Pair> pairs;
  for (std::size_t i = 0; i < taken.size(); ++i)
    if (taken[i].predicted > 0)
      pairs.push_back({.predicted = taken[i].predicted, .measured = measurement.times[i].median});
  band_.add(pairs);
  notebook_->add(std::move(measurement));
  ++done_;
}

// Each point has an equal share of the time that is left: what one leaves goes to those after it.
// What it takes to have intervals at all may go beyond that.
Team::Patience Tuner::patience() {
  const double begin = bench::now();
  const double share = begin + (end_ - begin) / std::max(left_out(), 1);
  return [this, share, latest = begin, took = 0.0](const Team::Round& round) mutable {
    const double now = bench::now();
    took = now - latest;
    latest = now;
    // A round is of twice as many turns as the one before, of fewer contenders.
    const double until = now + std::max(round.seconds, took);
    return noted_signal() == 0 && until < (round.is_needed ? end_ : share);
  };
}

bool Tuner::is_over() const { return noted_signal() != 0 || bench::now() >= end_; }

int Tuner::ranks_per_machine(int ranks) const {
  int most = 0;
  for (int rank = 0; rank < ranks; ++rank) most = std::max(most, job_.nodes().place_of(rank) + 1);
  return most;
}

}  // namespace allfold::tune
