#include "mpi/roster.hpp"

#include <utility>

#include "select/choose.hpp"

namespace allfold::mpi {

select::Choice Choices::get(const select::Problem& problem,
                            const select::Configuration& configuration,
                            const select::Knowledge& knowledge,
                            select::CandidateCache& candidates) {
  const std::lock_guard lock(mutex_);
  const Made* const made = made_.find([&](const Made& each) { return each.problem == problem; });
  if (made != nullptr) return made->choice;
  select::Choice choice = select::choose(problem, configuration, knowledge, candidates);
  made_.keep({.problem = problem, .choice = choice});
  return choice;
}

void Rosters::keep(std::shared_ptr<const Roster> roster) {
  const std::lock_guard lock(mutex_);
  latest_.keep(std::move(roster));
}

}  // namespace allfold::mpi
