/// @file The agreement of a communicator's ranks before their first call.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "mpi/machine/members.hpp"
#include "mpi/setup/shared_memory_set_up.hpp"
#include "mpi/state/process.hpp"
#include "select/knowledge.hpp"

namespace allfold::mpi::setup {

/// What the ranks of a communicator have agreed on. Equal on all ranks, except for what describes
/// this rank: its number, its membership, what it records, and the properties of its node.
struct Agreement {
  machine::Members members;
  select::Configuration configuration = {};
  std::shared_ptr<const machine::Roster> roster =
      nullptr;                          ///< never null, unless native_reason is set
  algorithms::Nodes nodes = {};         ///< the nodes of the roster
  int grid_rows = 0;                    ///< rows of the grid that the ranks form; 0: no grid
  Sharing sharing = {};                 ///< what carries their calls
  messages::ChannelPlace channel = {};  ///< where their messages go
  std::uint64_t identity = 0;           ///< of the communicator; no other one of any job has it
  bool has_device_driver = false;       ///< on at least one rank
  std::size_t room = 0;  ///< bytes per piece in the staging areas of all ranks that share memory
  std::shared_ptr<record::ObservedCommunicator> observed =
      nullptr;  ///< null: this rank records nothing
  /// Why the MPI library must serve all calls; "" if Allfold serves them.
  std::string_view native_reason = {};
};

/// Collective over an intra-communicator: finds out whether all ranks are able to take part and
/// have the same configuration. Returns the configuration that holds, and what follows from the
/// placement of the ranks.
///
/// - An error in a rank's configuration, or configurations that differ within one MPI_COMM_WORLD,
///   are reported once and end the job: ranks that choose differently would deadlock.
/// - If ranks of several worlds meet (spawned, connected), the configuration of rank 0 holds.
/// - If ranks run different builds of Allfold, the MPI library serves all calls.
/// - A wait of more than 10 s is reported, since some ranks may not load Allfold.
///
/// Uses blocking calls that connect each rank with O(log p) others. One call is enough if all ranks
/// know the same rules, have the same configuration, and have mapped the memory of their node's
/// ranks for an earlier communicator.
///
/// Throws std::bad_alloc before any communication. After that, it throws only if the memory that
/// all ranks have reserved is not enough. If a rank has no reserve, the ranks tell each other
/// whether they have all they need, and if not the MPI library serves all calls.
[[nodiscard]] Agreement agree(const machine::Members& members, state::Process& process);

}  // namespace allfold::mpi::setup
