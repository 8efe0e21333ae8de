#include "select/cheapest.hpp"

#include <algorithm>
#include <vector>

namespace allfold::select {

namespace {

/// A candidate, and how long it takes at least and at most, but for what it waits for links.
struct Estimate {
  const Candidate* candidate;
  double least;
  double most;
};

std::vector<Estimate> estimates_of(const std::vector<Candidate>& all, const Search& search) {
  const bool can_run = search.basis == Basis::programs &&
                       ProgramTimes::serve(search.kernel, search.task, search.model);
  std::vector<Estimate> estimates;
  estimates.reserve(all.size());
  for (const Candidate& each : all) {
    const double most = algorithms::seconds(
        each.claim, algorithms::model_for(each.claim, search.model, search.bytes), search.bytes);
    estimates.push_back({.candidate = &each,
                         .least = can_run
                                      ? most / ProgramTimes::most_of_formula(
                                                   each.claim.sum, search.task.ranks, search.model)
                                      : most,
                         .most = most});
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
    const double own = estimate.least < estimate.most
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
