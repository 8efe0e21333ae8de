#include "mpi/machine/roster.hpp"

#include <array>
#include <cstdint>
#include <utility>

#include "mpi/memory/bucket.hpp"
#include "select/choose.hpp"

namespace allfold::mpi::machine {

std::size_t Choices::Hash::operator()(const select::Problem& problem) const {
  return memory::mixed(std::array<std::uint64_t, 7>{
      static_cast<std::uint64_t>(problem.bytes), static_cast<std::uint64_t>(problem.units.count),
      static_cast<std::uint64_t>(problem.collective), static_cast<std::uint64_t>(problem.order),
      static_cast<std::uint64_t>(problem.operation), static_cast<std::uint64_t>(problem.carrier),
      static_cast<std::uint64_t>(problem.grid_rows)});
}

select::Choice Choices::get(const select::Problem& problem,
                            const select::Configuration& configuration,
                            const select::Knowledge& knowledge,
                            select::CandidateCache& candidates) {
  const std::lock_guard lock(mutex_);
  if (const select::Choice* const made = made_.find(problem); made != nullptr) return *made;
  select::Choice choice = select::choose(problem, configuration, knowledge, candidates);
  made_.keep(problem, choice, choice.bytes_kept());
  return choice;
}

void Rosters::keep(std::shared_ptr<const Roster> roster) {
  const std::lock_guard lock(mutex_);
  latest_.keep(std::move(roster));
}

}  // namespace allfold::mpi::machine
