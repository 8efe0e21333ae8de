/// @file Shared memory set-up: makes the ranks of a node share memory on a communicator.
#pragma once

#include <mpi.h>

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/kernel.hpp"
#include "mpi/machine/locations.hpp"
#include "mpi/state/process.hpp"
#include "node/shared_memory.hpp"

namespace allfold::mpi::setup {

/// What a rank tells the others so that they find its memory.
struct OnNode {
  node::Address address;  ///< is_there() is false if it shares no memory
  machine::Location location;
};

/// What carries the calls on a communicator. All its ranks have the same carrier.
struct Sharing {
  algorithms::Carrier carrier = algorithms::Carrier::messages;
  /// This rank's membership in the group of its node; null if it is alone on its node, or messages
  /// serve the calls.
  std::unique_ptr<node::Membership> membership;
};

/// One rank's part in setting up shared memory for a communicator. The destructor gives back what
/// is not used.
class SharedMemorySetUp {
 public:
  /// Local: reserves this rank's memory, if memory is to be shared.
  SharedMemorySetUp(MPI_Comm comm, state::Process& process,
                    const select::Configuration& configuration);
  ~SharedMemorySetUp();
  SharedMemorySetUp(const SharedMemorySetUp&) = delete;
  SharedMemorySetUp& operator=(const SharedMemorySetUp&) = delete;

  /// What this rank tells the others, which may use its place for an extent from then on.
  [[nodiscard]] OnNode own();
  /// What this rank has mapped of its node's ranks: MappedNeighbours::told(). 0 if it has no slot.
  [[nodiscard]] std::uint64_t mapped() const;
  /// What a rank has told the others.
  using OnNodeOf = std::function<const OnNode&(int rank)>;
  /// Whether this rank has joined the group of its node's ranks.
  enum class Joining : std::uint8_t {
    nobody,     ///< no rank joins: nothing is shared, or a rank has nothing to share
    could_not,  ///< this rank could not join
    is_member   ///< or it is alone on its node
  };
  /// Local, after all ranks have told each other what they have. `communicator` is
  /// Agreement::identity.
  [[nodiscard]] Joining join(const OnNodeOf& on_node_of, const machine::Roster& roster,
                             std::uint64_t communicator);
  /// If all ranks are on one node and have slots already: tells the others through shared memory
  /// whether this rank has joined, and returns whether all have.
  [[nodiscard]] bool have_all_joined();
  /// What serves the calls. If not all ranks have joined, messages do.
  enum class Joined : std::uint8_t { all_ranks, not_all };
  [[nodiscard]] Sharing share(Joined joined, const algorithms::Nodes& nodes);

 private:
  /// Joins the group of the ranks with these addresses, of which this rank's is number `own`; null
  /// if that is not possible.
  [[nodiscard]] std::unique_ptr<node::Membership> joined(std::span<node::Address> addresses,
                                                         int own, const machine::Roster& roster,
                                                         std::uint64_t communicator);

  /// No rank of this node uses this rank's place for an extent.
  void give_back_place();
  /// Where this rank's first area will be if rank `founder` makes an extent.
  [[nodiscard]] node::SharedMemory::FirstArea first_area(int founder) const;

  state::Process& process_;
  machine::Members members_;
  bool is_told_ = false;
  std::optional<node::Reservation> place_;
  std::unique_ptr<node::Membership> membership_;
  machine::MappedNeighbours::Group mapped_;  ///< of that membership, if there are several nodes
};

}  // namespace allfold::mpi::setup
