/// @file Enrolment: makes the roster of a communicator from its ranks' records.
#pragma once

#include <memory>
#include <vector>

#include "algorithms/placement.hpp"
#include "mpi/machine/roster.hpp"
#include "mpi/setup/roll_call.hpp"
#include "mpi/state/process.hpp"

namespace allfold::mpi::setup {

/// Whether all ranks have the same configuration.
[[nodiscard]] bool are_alike(const std::vector<Record>& records);

[[nodiscard]] bool are_on_one_node(const std::vector<Record>& records);

/// Whether the ranks of each node have mapped each other's memory for an earlier communicator.
[[nodiscard]] bool are_all_mapped(const std::vector<Record>& records,
                                  const algorithms::Nodes& nodes);

/// Bytes per piece for which the areas of all ranks that share memory have memory and are mapped when
/// the communicator is set up.
[[nodiscard]] std::size_t room_of(const std::vector<Record>& records,
                                  const algorithms::Nodes& nodes);

/// What the ranks have agreed on so far.
struct Agreed {
  std::shared_ptr<const user::Settings> settings;  ///< of this rank
  const select::Configuration& configuration;
  const std::shared_ptr<const rules::Rules>& rules;
};

/// The roster that follows from the placement of the ranks; `rank` is this rank. It depends only on
/// parts of the records that are equal in all records of a process. Local; throws std::bad_alloc.
[[nodiscard]] std::shared_ptr<const machine::Roster> roster_of(int rank,
                                                               const std::vector<Record>& records,
                                                               const Agreed& agreed,
                                                               state::Process& process);

}  // namespace allfold::mpi::setup
