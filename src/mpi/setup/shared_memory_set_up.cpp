#include "mpi/setup/shared_memory_set_up.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "algorithms/lanes.hpp"
#include "algorithms/lanes_costs.hpp"
#include "mpi/setup/long_waits.hpp"
#include "mpi/user/print.hpp"
#include "text/format.hpp"

namespace allfold::mpi::setup {

namespace {

static_assert(algorithms::most_lanes <= node::Group::most_lanes);
static_assert(algorithms::most_without_clusters == node::most_in_flat_group);

void keep_messages_going() { state::process().progress.make(); }

machine::MappedNeighbours::Group group_of(std::span<const node::Address> addresses,
                                          std::span<const node::Group::Member> members,
                                          const node::Address& own) {
  machine::MappedNeighbours::Group group{.number = machine::MappedNeighbours::number_of(addresses),
                                         .own = own};
  group.ranges.reserve(2 * members.size());
  for (const node::Group::Member& member : members) {
    group.ranges.emplace_back(member.slot);
    group.ranges.emplace_back(member.areas.first);
  }
  return group;
}

/// 64 communicators share memory, however little memory the node has.
constexpr std::size_t least_bytes_of_slots = 64 * sizeof(node::Slot);

/// The most memory that all slots of this process may have.
std::size_t most_bytes_of_slots(state::Process& process,
                                const select::Configuration& configuration) {
  if (configuration.shared_memory != select::Configuration::shared_memory_by_node)
    return static_cast<std::size_t>(configuration.shared_memory);
  if (process.memory.bytes_of_slots() < least_bytes_of_slots) return node::SlotPool::no_limit;
  return std::max(process.usual_shared_memory(), least_bytes_of_slots);
}

void tell_of_full_memory(state::Process& process, int rank) {
  if (!process.tells_of_full_memory.is_first()) return;
  const std::size_t bytes = process.memory.bytes_of_slots();
  user::say(text::format(
      "warning: rank {}: {} communicators share {} MiB of memory, and further ones exchange "
      "messages: free communicators that are not used any more, or set ALLFOLD_SHARED_MEMORY to "
      "more",
      rank, bytes / sizeof(node::Slot), bytes >> 20U));
}

}  // namespace

SharedMemorySetUp::SharedMemorySetUp(MPI_Comm comm, state::Process& process,
                                     const select::Configuration& configuration)
    : process_(process), members_(comm) {
  if (members_.ranks == 1 || configuration.node == 0 || configuration.mode == select::Mode::native)
    return;
  try {
    const std::size_t most = most_bytes_of_slots(process, configuration);
    place_ = process.memory.reserve(members_.ranks, most);
    // 0: the user wants none.
    const bool is_full = !place_ && process.memory.bytes_of_slots() + sizeof(node::Slot) > most;
    if (is_full && most > 0) tell_of_full_memory(process, members_.rank);
  } catch (const std::bad_alloc&) {
    // Messages serve the calls.
  }
}

SharedMemorySetUp::~SharedMemorySetUp() {
  if (!place_) return;
  // Others may use the place although this rank did not come to that.
  if (is_told_) place_->for_extent = 0;
  process_.memory.give_back(*place_);
}

OnNode SharedMemorySetUp::own() {
  is_told_ = true;
  return {.address = place_ ? place_->address : node::Address{},
          .location = process_.location(members_.ranks)};
}

void SharedMemorySetUp::give_back_place() {
  if (place_) process_.memory.give_back_place(*place_);
}

node::SharedMemory::FirstArea SharedMemorySetUp::first_area(int founder) const {
  // A process of another job may end long before this one, and then nobody can map its memory.
  using FirstArea = node::SharedMemory::FirstArea;
  return machine::rank_in_world_of(members_, founder) == MPI_UNDEFINED ? FirstArea::in_own_memory
                                                                       : FirstArea::in_extent;
}

std::uint64_t SharedMemorySetUp::mapped() const {
  return place_ && place_->address.has_slot() ? process_.mapped.told(place_->address) : 0;
}

SharedMemorySetUp::Joining SharedMemorySetUp::join(const OnNodeOf& on_node_of,
                                                   const machine::Roster& roster,
                                                   std::uint64_t communicator) {
  const algorithms::Nodes& nodes = roster.nodes;
  membership_.reset();
  const auto shares = [&](int rank) {
    return nodes.members(nodes.node_of(rank)).size() == 1 || on_node_of(rank).address.is_there();
  };
  bool do_all_share = nodes.most() >= 2;
  for (int rank = 0; rank < members_.ranks; ++rank) do_all_share = do_all_share && shares(rank);
  if (!do_all_share || !roster.node_properties) {
    give_back_place();
    return do_all_share ? Joining::is_member : Joining::nobody;
  }
  const std::span<const int> members = nodes.members(nodes.node_of(members_.rank));
  std::vector<node::Address> addresses;
  addresses.reserve(members.size());
  for (const int rank : members) addresses.push_back(on_node_of(rank).address);
  membership_ = joined(addresses, nodes.local_rank_of(members_.rank), roster, communicator);
  return membership_ != nullptr ? Joining::is_member : Joining::could_not;
}

bool SharedMemorySetUp::have_all_joined() {
  const bool is_member = membership_ != nullptr;
  // Release: the member has mapped all memory.
  place_->own.slot->joined.mark.store(is_member ? node::Slot::is_member : node::Slot::is_no_member,
                                      std::memory_order_release);
  return is_member && membership_->group().have_all_joined();
}

Sharing SharedMemorySetUp::share(Joined joined, const algorithms::Nodes& nodes) {
  if (joined == Joined::not_all) {
    membership_.reset();
    return {};
  }
  if (membership_ != nullptr) {
    membership_->confirm();
    place_.reset();  // now owned by the membership
    if (mapped_.number != 0) process_.mapped.keep(std::move(mapped_));
  }
  return {.carrier =
              nodes.count() == 1 ? algorithms::Carrier::shared_memory : algorithms::Carrier::both,
          .membership = std::move(membership_)};
}

std::unique_ptr<node::Membership> SharedMemorySetUp::joined(std::span<node::Address> addresses,
                                                            int own, const machine::Roster& roster,
                                                            std::uint64_t communicator) {
  const machine::NodeProperties& properties = *roster.node_properties;
  try {
    if (const auto founder = node::SharedMemory::founder_of(addresses)) {
      const std::span<const int> on_node =
          roster.nodes.members(roster.nodes.node_of(members_.rank));
      if (!process_.memory.found(addresses, own, *place_, first_area(on_node[*founder])))
        return nullptr;
    } else {
      give_back_place();
    }
    auto members = process_.memory.attach(addresses, own, *place_);
    if (members.empty()) return nullptr;
    // On one node, ranks tell each other in shared memory whether they have joined, so this is not
    // needed.
    if (roster.nodes.count() > 1) mapped_ = group_of(addresses, members, place_->address);
    return process_.memory.join(
        {.members = std::move(members),
         .rank = own,
         .hierarchy = properties.hierarchy,
         .lengths = properties.lengths,
         .waiting = node::Waiting(keep_messages_going, properties.is_crowded),
         .stagings = nullptr,
         .callers = properties.callers,
         .peers = process_.memory.peers(addresses),
         .first_ways = properties.first_ways,
         .tell_of_long_wait = tell_of_long_wait,
         .identity = communicator},
        *place_);
  } catch (const std::bad_alloc&) {
    return nullptr;  // as if it could not be mapped
  }
}

}  // namespace allfold::mpi::setup
