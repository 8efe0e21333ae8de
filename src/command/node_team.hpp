/// @file Node team: ranks that share memory on this node, as if they ran like this process.
#pragma once

#include <memory>
#include <vector>

#include "mpi/seats.hpp"
#include "node/slot.hpp"
#include "node/team.hpp"

namespace allfold::command {

/// As rank 0 sees it. If this process is bound, each rank is on processors of its own.
class NodeTeam {
 public:
  explicit NodeTeam(int ranks);

  [[nodiscard]] const node::Team& team() const { return team_; }
  [[nodiscard]] const std::vector<mpi::Seat>& seats() const { return seats_; }
  [[nodiscard]] bool are_crowded() const { return mpi::are_crowded(seats_, mpi::ranks_of_job()); }

 private:
  std::vector<mpi::Seat> seats_;
  std::unique_ptr<node::Slot> slot_ = std::make_unique<node::Slot>();  ///< all ranks' own
  node::Team team_;
};

}  // namespace allfold::command
