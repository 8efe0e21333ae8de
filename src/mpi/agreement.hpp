/// @file The agreement of a communicator's ranks at their first call.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "mpi/members.hpp"
#include "mpi/neighbours.hpp"
#include "mpi/process.hpp"
#include "select/knowledge.hpp"

namespace allfold::mpi {

/// What the ranks of a communicator have agreed on: but for its own rank and membership equal on all
/// of them.
struct Agreement {
  Members members;
  select::Configuration configuration = {};
  std::shared_ptr<const Roster> roster = nullptr;  ///< never null, unless the MPI library serves
  algorithms::Nodes nodes = {};                    ///< those of the roster
  int grid_rows = 0;               ///< rows of the ranks' own grid; 0: they lie in none
  Sharing sharing = {};            ///< what carries their calls
  ChannelPlace channel = {};       ///< for their messages
  bool has_device_driver = false;  ///< a rank has one
  std::size_t room = 0;  ///< in the staging areas of all ranks that share memory, in bytes
  std::shared_ptr<Observed> observed = nullptr;  ///< null: no profile, or not of all members
  /// Why the MPI library has to serve all calls; "" if Allfold does.
  std::string_view native_reason = {};
};

/// Collective over an intra-communicator: finds out whether all ranks are well and
/// configured alike, and returns the configuration that holds, and what follows from where the
/// ranks are.
///
/// An error in a rank's configuration, or configurations that differ within one MPI_COMM_WORLD, are
/// reported once and end the program: a rank that chose otherwise would leave the others waiting.
/// Where ranks of several worlds meet (spawned, connected) rank 0's configuration holds. Ranks with
/// different builds of Allfold leave their calls to the MPI library. A wait of more than 10 s is
/// reported: perhaps some ranks do not load Allfold.
///
/// By blocking calls, with O(log p) other ranks: one, where all ranks know the same rules, are
/// configured alike, and have mapped the memory of their nodes' ranks for an earlier communicator.
///
/// Throws std::bad_alloc before it communicates, and later only where the memory that was set aside on
/// all ranks for what follows does not suffice. Where there was none to set aside, the ranks hear from
/// each other whether they have all they need, and otherwise the MPI library serves all calls.
[[nodiscard]] Agreement agree(const Members& members, Process& process);

}  // namespace allfold::mpi
