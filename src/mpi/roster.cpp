#include "mpi/roster.hpp"

#include <algorithm>

#include "select/choose.hpp"

namespace allfold::mpi {

select::Choice Choices::get(const select::Problem& problem,
                            const select::Configuration& configuration,
                            const select::Knowledge& knowledge,
                            select::CandidateCache& candidates) {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find(
      kept_, problem, [](const auto& kept) -> auto& { return kept.first; });
  if (found != kept_.end()) {
    kept_.splice(kept_.begin(), kept_, found);
    return found->second;
  }
  select::Choice choice = select::choose(problem, configuration, knowledge, candidates);
  if (kept_.size() == most_kept) kept_.pop_back();
  kept_.emplace_front(problem, choice);
  return choice;
}

void Rosters::keep(std::shared_ptr<const Roster> roster) {
  const std::lock_guard lock(mutex_);
  kept_.push_front(std::move(roster));
  if (kept_.size() > most_kept) kept_.pop_back();
}

}  // namespace allfold::mpi
