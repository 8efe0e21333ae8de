#include "mpi/neighbours.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <new>

#include "algorithms/fold.hpp"
#include "algorithms/lanes.hpp"
#include "mpi/machine.hpp"

namespace allfold::mpi {

namespace {

static_assert(algorithms::most_lanes <= node::Group::most_lanes);

void keep_messages_going() { process().progress.make(); }

/// The tree F, which the kernel `node` evaluates: its leaves are the numbers of the fold.
node::Brackets tree_f(int ranks) { return node::Brackets(algorithms::Fold(ranks).first_ranks()); }

/// A cluster is to lie within one cache, then within the memory of one NUMA node, and few clusters
/// are to be looked at.
node::Topology topology_of(std::span<const Neighbour> all) {
  unsigned cache = std::numeric_limits<unsigned>::max();
  unsigned numa_node = cache;
  for (const Neighbour& each : all) {
    cache = std::min(cache, static_cast<unsigned>(each.cache.processors));
    numa_node = std::min(numa_node, static_cast<unsigned>(each.numa_processors));
  }
  const unsigned lower = std::clamp(std::bit_floor(cache), 4U, 16U);
  const unsigned most = 16 * lower;
  const unsigned upper = numa_node > lower ? std::min(std::bit_floor(numa_node), most) : most;
  return {.leaves_of_cluster = {static_cast<int>(lower), static_cast<int>(upper)}};
}

/// The pieces of all ranks that are in flight are to leave most of a cache to what is copied.
node::Lengths lengths_of(std::span<const Neighbour> all) {
  constexpr std::int64_t least = 64 << 10;
  constexpr auto most = static_cast<std::int64_t>(node::Area::piece_bytes);
  const auto size = [](const Neighbour& each) { return each.cache.bytes; };
  const std::int64_t cache = std::ranges::min(all, {}, size).cache.bytes;
  const auto in_flight = static_cast<std::int64_t>(node::Area::cycles * all.size());
  return {.piece_bytes = std::clamp(cache / in_flight / 2, least, most)};
}

std::vector<std::int32_t> processes_of(const std::vector<node::Address>& addresses) {
  std::vector<std::int32_t> processes(addresses.size());
  std::ranges::transform(addresses, processes.begin(),
                         [](const node::Address& each) { return each.memory.process; });
  return processes;
}

/// Whether ranks take turns: these on their processors, or all of the job's here on those of a control
/// group that they have in common.
bool are_crowded(std::span<const Neighbour> all, int ranks_of_job) {
  const auto in_all = [&](Processors Neighbour::*of_each) {
    std::vector<Processors> processors(all.size());
    std::ranges::transform(all, processors.begin(), of_each);
    return processors_in_all(processors);
  };
  const Processors& group = all.front().of_group;
  const bool have_one_group = std::ranges::all_of(
      all, [&](const Neighbour& each) { return each.of_group.set == group.set; });
  return static_cast<int>(all.size()) >
             std::min(in_all(&Neighbour::processors), in_all(&Neighbour::of_group)) ||
         (have_one_group && ranks_of_job > group.count);
}

}  // namespace

Neighbours::Neighbours(MPI_Comm comm, Process& process, const select::Configuration& configuration)
    : process_(process) {
  PMPI_Comm_size(comm, &ranks_);
  PMPI_Comm_rank(comm, &rank_);
  if (ranks_ == 1 || configuration.node == 0 || configuration.mode == select::Mode::native) return;
  try {
    place_ = process.memory.reserve();
  } catch (const std::bad_alloc&) {
    // Then messages serve.
  }
}

Neighbours::~Neighbours() {
  if (place_) process_.memory.give_back(*place_);
}

Neighbour Neighbours::own() const {
  return {.address = place_ ? place_->address : node::Address{},
          .cache = process_.place().cache,
          .numa_processors = process_.place().numa_processors,
          .processors = process_.place().processors,
          .of_group = process_.place().of_group};
}

bool Neighbours::join(std::span<const Neighbour> all, const algorithms::Nodes& nodes) {
  membership_.reset();
  if (nodes.most() < 2) return false;
  const auto shares = [&](int rank) {
    return nodes.members(nodes.node_of(rank)).size() == 1 ||
           all[static_cast<std::size_t>(rank)].address.is_there();
  };
  for (int rank = 0; rank < ranks_; ++rank)
    if (!shares(rank)) return false;
  std::vector<Neighbour> group;
  for (const int rank : nodes.members(nodes.node_of(rank_)))
    group.push_back(all[static_cast<std::size_t>(rank)]);
  if (group.size() == 1) return true;
  membership_ = joined(group, nodes.place_of(rank_));
  return membership_ != nullptr;
}

bool Neighbours::have_all_joined() {
  const bool is_member = membership_ != nullptr;
  // Release: the memory of a member has been mapped.
  place_->own.slot->joined.mark.store(is_member ? node::Slot::is_member : node::Slot::is_no_member,
                                      std::memory_order_release);
  return is_member && membership_->group().have_all_joined();
}

Sharing Neighbours::share(Joined joined, const algorithms::Nodes& nodes) {
  if (joined == Joined::not_all) {
    membership_.reset();
    return {};
  }
  if (membership_ != nullptr) {
    membership_->confirm();
    place_.reset();  // it is the membership's now
  }
  return {.carrier =
              nodes.count() == 1 ? algorithms::Carrier::shared_memory : algorithms::Carrier::both,
          .membership = std::move(membership_)};
}

std::unique_ptr<node::Membership> Neighbours::joined(const std::vector<Neighbour>& group, int own) {
  std::vector<node::Address> addresses(group.size());
  std::ranges::transform(group, addresses.begin(), &Neighbour::address);
  const auto ranks = static_cast<int>(group.size());
  try {
    auto members = process_.memory.attach(addresses, own, *place_);
    if (members.empty()) return nullptr;
    return process_.memory.join(
        {.members = std::move(members),
         .rank = own,
         .brackets = tree_f(ranks),
         .topology = topology_of(group),
         .lengths = lengths_of(group),
         .waiting =
             node::Waiting(keep_messages_going, are_crowded(group, process_.place().ranks_of_job)),
         .stagings = nullptr,
         .peers = std::make_unique<node::ProcessMemory>(processes_of(addresses))},
        *place_);
  } catch (const std::bad_alloc&) {
    return nullptr;  // as if it could not be mapped
  }
}

}  // namespace allfold::mpi
