/// @file Node team: a model of ranks that share memory on this node.
#pragma once

#include <memory>
#include <vector>

#include "mpi/machine/locations.hpp"
#include "mpi/machine/machine.hpp"
#include "node/slot.hpp"
#include "node/team.hpp"

namespace allfold::command {

/// The team as rank 0 sees it. Ranks are modelled as bound to successive cores that this process may
/// use, or, if there are too few, as not bound.
class NodeTeam {
 public:
  explicit NodeTeam(int ranks);

  [[nodiscard]] const node::Team& team() const { return team_; }
  [[nodiscard]] const node::Hierarchy& hierarchy() const { return hierarchy_; }
  [[nodiscard]] const std::vector<mpi::machine::Location>& locations() const { return locations_; }
  [[nodiscard]] bool are_crowded() const {
    return mpi::machine::are_crowded(locations_, mpi::machine::ranks_of_job());
  }

 private:
  std::vector<mpi::machine::Location> locations_;
  std::unique_ptr<node::Slot> slot_ = std::make_unique<node::Slot>();  ///< of all ranks
  node::Hierarchy hierarchy_;
  node::Team team_;
};

}  // namespace allfold::command
