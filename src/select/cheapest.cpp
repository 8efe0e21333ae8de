#include "select/cheapest.hpp"

#include <algorithm>
#include <vector>

#include "cost/routes.hpp"

namespace allfold::select {

namespace {

/// A candidate, and how long it takes at least and at most, but for what it waits for links.
struct Estimate {
  const Candidate* candidate;
  double least;
  double most;
  bool is_run;  ///< whether only its programs tell
};

// Where messages have ways, no formula is exact. Where ranks only share links, what these wait is
// added to exact ones: to run all programs for each length would take each rank a tenth of a second.
std::vector<Estimate> estimates_of(const std::vector<Candidate>& all, const Search& search) {
  const bool programs_serve = search.basis == Basis::programs &&
                              ProgramTimes::serve(search.kernel, search.task, search.model);
  const bool have_ways = programs_serve && search.model.knows_ways();
  const cost::CostModel least_model =
      have_ways ? cost::without_waiting(search.model) : search.model;
  const auto formula = [&](const algorithms::Claim& claim, const cost::CostModel& model) {
    return algorithms::seconds(claim, algorithms::model_for(claim, model, search.bytes),
                               search.bytes);
  };
  std::vector<Estimate> estimates;
  estimates.reserve(all.size());
  for (const Candidate& each : all) {
    const double most = formula(each.claim, search.model);
    const bool can_run = programs_serve && ProgramTimes::can_run(each.claim, search.task.ranks);
    double least = most;
    if (can_run)
      least = (have_ways ? formula(each.claim, least_model) : most) /
              ProgramTimes::most_of_formula(each.claim.sum, search.task.ranks);
    // No bound: with the mean way, formulas say up to twice what most programs take whose neighbours are
    // near. That of the fewest links leaves too many to run.
    if (can_run && search.task.ranks > ProgramTimes::most_ranks) least = std::max(least, most / 2);
    estimates.push_back({.candidate = &each,
                         .least = least,
                         .most = most,
                         .is_run = can_run && (have_ways || least < most)});
  }
  // What is found early spares others.
  std::ranges::stable_sort(estimates, {}, &Estimate::most);
  return estimates;
}

/// What is for shorter vectors has to save so much. Times of what is cut into segments are up to a
/// tenth less than the model says, where latencies hardly count.
double handicap(const algorithms::Kernel& kernel, const algorithms::Task& task, double bytes) {
  constexpr double for_longer_vectors = 1.03;
  return bytes > static_cast<double>(kernel.most_bytes(task)) ? for_longer_vectors : 1;
}

}  // namespace

std::optional<Cheapest> cheapest(
    const Search& search, CandidateCache& candidates,
    const std::function<bool(const algorithms::Parameters&)>& may_serve) {
  const CandidateCache::List all = candidates.get(search.kernel, search.task, search.brackets);
  std::optional<Cheapest> found;
  double time = search.below;
  algorithms::Task task = search.task;
  for (const Estimate& estimate : estimates_of(*all, search)) {
    const Candidate& candidate = *estimate.candidate;
    if (estimate.least >= time || !may_serve(candidate.parameters)) continue;
    task.parameters = candidate.parameters;
    const double own = estimate.is_run
                           ? candidates.times().seconds(search.kernel, task, candidate.claim,
                                                        search.model, search.bytes)
                           : estimate.most + candidates.sharing().seconds_a_byte(
                                                 search.kernel, task, search.model) *
                                                 search.bytes;
    const double counted = own * handicap(search.kernel, task, search.bytes);
    if (counted >= time) continue;
    found = Cheapest{.parameters = candidate.parameters, .seconds = own};
    time = counted;
  }
  return found;
}

}  // namespace allfold::select
