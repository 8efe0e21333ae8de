#include "select/cheapest.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "cost/routes.hpp"

namespace allfold::select {

namespace {

/// A candidate with bounds on its seconds, without contention for links.
struct Estimate {
  const Candidate* candidate;
  double bytes;  ///< of the vector, with what the rounding of pieces adds
  double least;
  double most;
  bool is_run;  ///< whether its programs have to be run
};

double formula_of(const algorithms::Claim& claim, const cost::CostModel& model, double bytes) {
  return algorithms::seconds(claim, algorithms::model_for(claim, model, bytes), bytes);
}

bool programs_serve(const Search& search) {
  return search.basis == Basis::programs &&
         ProgramTimes::serve(search.kernel, search.task, search.model);
}

/// The bytes of the vector, with what the rounding of pieces to whole units adds: a message has
/// less than one unit more than its share, and no block has more units than the longest one.
double bytes_in_pieces(const Search& search, const Candidate& candidate,
                       CandidateCache& candidates) {
  if (search.units.are_many() || search.bytes == 0) return search.bytes;
  algorithms::Task task = search.task;
  task.parameters = candidate.parameters;
  const auto blocks = static_cast<double>(candidates.blocks(search.kernel, task));
  const auto units = static_cast<double>(search.units.count);
  const double unit = search.bytes / units;
  const cost::Cost cost = candidate.claim.by_term();
  const double rounded = (1 - 1 / blocks) * unit * cost.rounds / std::max(cost.volume, 1e-9);
  return std::min(search.bytes + rounded, blocks * std::ceil(units / blocks) * unit);
}

// Where ranks share links, no formula is exact, and the strict bound is a formula without waiting
// and with the fewest links. On many ranks that leaves too many programs to run, of which one would
// take a tenth of a second: the formula with the mean route is taken instead, as `off_at_most` too
// long.
std::vector<Estimate> estimates_of(const std::vector<Candidate>& all, const Search& search,
                                   CandidateCache& candidates) {
  const bool serve = programs_serve(search);
  const bool share_links = serve && search.model.has_shared_links();
  const bool are_many = search.task.ranks > ProgramTimes::most_ranks;
  constexpr double off_at_most = 1.5;
  const cost::CostModel least_model =
      share_links ? cost::without_waiting(search.model) : search.model;
  std::vector<Estimate> estimates;
  estimates.reserve(all.size());
  for (const Candidate& each : all) {
    const bool can_run = serve && ProgramTimes::can_run(each.claim, search.task.ranks);
    const double bytes = bytes_in_pieces(search, each, candidates);
    const double most = formula_of(each.claim, search.model, bytes);
    double least = share_links ? formula_of(each.claim, least_model, bytes) : most;
    if (can_run && are_many) least = std::max(least, most / off_at_most);
    if (can_run) least /= ProgramTimes::most_of_formula(each.claim.sum, search.task.ranks);
    estimates.push_back({.candidate = &each,
                         .bytes = bytes,
                         .least = least,
                         .most = most,
                         .is_run = can_run && (share_links || least < most)});
  }
  // Candidates that are probably cheap come first, so that fewer others are run.
  std::ranges::stable_sort(estimates, {}, &Estimate::most);
  return estimates;
}

/// See Cheapest::link_in_use. Only vectors that are not divided on all ranks are meant, and nodes
/// with one rank each: otherwise several ranks share a link, and other messages use none.
double link_in_use(const Search& search, const algorithms::Task& task, CandidateCache& candidates) {
  if (!schedule::has_root(search.task.collective) || search.units.suffice_for(task.ranks) ||
      search.kernel.carrier != algorithms::Carrier::messages || search.model.ranks_per_node > 1)
    return 0;
  return candidates.sharing().vectors_on_busiest_link(search.kernel, task) * search.bytes *
         search.model.link.beta;
}

/// Above its preferred length (Kernel::most_bytes) a candidate has to be cheaper by this factor.
/// Other algorithms, whose messages are cut into segments, take up to a tenth less than the model
/// says if latencies hardly matter.
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
  for (const Estimate& estimate : estimates_of(*all, search, candidates)) {
    const Candidate& candidate = *estimate.candidate;
    if (estimate.least >= time || !may_serve(candidate.parameters)) continue;
    task.parameters = candidate.parameters;
    const double own = estimate.is_run
                           ? candidates.times().seconds(search.kernel, task, candidate.claim,
                                                        search.model, estimate.bytes)
                           : estimate.most + candidates.sharing().seconds_a_byte(
                                                 search.kernel, task, search.model) *
                                                 estimate.bytes;
    if (own >= time) continue;
    const Cheapest all_of_it{.parameters = candidate.parameters,
                             .seconds = own,
                             .link_in_use = link_in_use(search, task, candidates)};
    const double counted = all_of_it.counted() * handicap(search.kernel, task, search.bytes);
    if (counted >= time) continue;
    found = all_of_it;
    time = counted;
  }
  return found;
}

}  // namespace allfold::select
