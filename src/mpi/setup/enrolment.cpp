#include "mpi/setup/enrolment.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "mpi/setup/first_ways.hpp"
#include "select/own_grid.hpp"

namespace allfold::mpi::setup {

namespace {

/// The kind of network that all ranks have.
select::Network network_of(const std::vector<Record>& records) {
  if (are_on_one_node(records)) return select::Network::local;
  const bool are_fast = std::ranges::all_of(
      records, [](const Record& record) { return record.network == select::Network::high_speed; });
  return are_fast ? select::Network::high_speed : select::Network::tcp;
}

/// Long messages are segmented so that each segment is sent eagerly: with Open MPI over TCP, two
/// ranks that exchange messages by rendezvous get only half-duplex bandwidth.
std::int64_t segment_bytes(const select::Configuration& configuration,
                           const std::vector<Record>& records) {
  constexpr std::int64_t on_unknown_network = 128 << 10;
  constexpr std::int64_t most_of_header = 1024;
  constexpr std::int64_t least = 16 << 10;
  if (configuration.segment_bytes != rules::segment_by_transport)
    return configuration.segment_bytes;
  if (are_on_one_node(records)) return rules::segment_on_one_node;
  const std::int64_t limit = std::ranges::min(records, {}, &Record::eager_limit).eager_limit;
  return limit == 0 ? on_unknown_network : std::max(limit - most_of_header, least);
}

/// Segments that are sent eagerly, as by Open MPI over TCP, complete before they have left, so
/// there is nothing to keep in step with. On one node no link is shared.
schedule::Pace pace(select::Network network, const std::vector<Record>& records) {
  const bool are_sent_at_once =
      network == select::Network::tcp &&
      std::ranges::any_of(records, [](const Record& record) { return record.eager_limit != 0; });
  return network == select::Network::local || are_sent_at_once ? schedule::Pace::as_ready
                                                               : schedule::Pace::in_step;
}

std::vector<std::uint64_t> node_identities(const std::vector<Record>& records) {
  std::vector<std::uint64_t> identities(records.size());
  std::ranges::transform(records, identities.begin(), &Record::node);
  return identities;
}

/// The properties of shared memory on this rank's node; empty if it is alone there.
std::optional<machine::NodeProperties> node_properties_in(const std::vector<Record>& records,
                                                          int rank, const algorithms::Nodes& nodes,
                                                          int ranks_of_job, const Agreed& agreed) {
  const std::span<const int> on_node = nodes.members(nodes.node_of(rank));
  if (on_node.size() == 1) return std::nullopt;
  std::vector<machine::Location> locations(on_node.size());
  std::ranges::transform(on_node, locations.begin(), [&](int member) {
    return records[static_cast<std::size_t>(member)].on_node.location;
  });
  machine::NodeProperties node_properties = machine::node_properties_of(
      locations,
      agreed.configuration.reproducible != 0 ? machine::Brackets::as_tree_f
                                             : machine::Brackets::by_location,
      ranks_of_job);
  const bool take_turns = std::ranges::all_of(on_node, [&](int member) {
    return records[static_cast<std::size_t>(member)].threads == native::Threads::take_turns;
  });
  node_properties.callers = take_turns ? node::Callers::one_thread : node::Callers::several_threads;
  node_properties.first_ways =
      first_ways_of(*agreed.rules, {.ranks = static_cast<int>(records.size()),
                                    .ranks_on_node = static_cast<int>(locations.size())});
  return node_properties;
}

machine::Roster made_roster(int rank, const std::vector<Record>& records, select::Network network,
                            const Agreed& agreed, int ranks_of_job) {
  std::vector<std::uint64_t> processes(records.size());
  std::ranges::transform(records, processes.begin(), &Record::process);
  const std::vector<std::uint64_t> identities = node_identities(records);
  algorithms::Nodes nodes(identities);
  auto node_properties = node_properties_in(records, rank, nodes, ranks_of_job, agreed);
  select::Knowledge knowledge = select::knowledge_of(agreed.configuration, network, agreed.rules);
  knowledge.pace = pace(network, records);
  return {.processes = std::move(processes),
          .settings = agreed.settings,
          .rules = agreed.rules,
          .network = network,
          .knowledge = std::move(knowledge),
          .segment_bytes = segment_bytes(agreed.configuration, records),
          .nodes = std::move(nodes),
          .node_rows = select::rows_of_nodes(identities),
          .node_properties = std::move(node_properties)};
}

}  // namespace

bool are_alike(const std::vector<Record>& records) {
  return std::ranges::all_of(
      records, [&](const Record& record) { return record.fingerprint == records[0].fingerprint; });
}

bool are_on_one_node(const std::vector<Record>& records) {
  return std::ranges::all_of(records, [&](const Record& record) {
    return record.node == records[0].node && record.node != 0;
  });
}

bool are_all_mapped(const std::vector<Record>& records, const algorithms::Nodes& nodes) {
  const auto mapped = [&](int rank) { return records[static_cast<std::size_t>(rank)].mapped; };
  for (int node = 0; node < nodes.count(); ++node) {
    const std::span<const int> members = nodes.members(node);
    const std::uint64_t of_first = mapped(members.front());
    const bool are_mapped = of_first != 0 && std::ranges::all_of(members, [&](int rank) {
                              return mapped(rank) == of_first;
                            });
    if (members.size() > 1 && !are_mapped) return false;
  }
  return true;
}

std::size_t room_of(const std::vector<Record>& records, const algorithms::Nodes& nodes) {
  std::size_t room = node::Area::piece_bytes;
  for (std::size_t rank = 0; rank < records.size(); ++rank) {
    if (nodes.members(nodes.node_of(static_cast<int>(rank))).size() == 1) continue;
    const node::Address& address = records[rank].on_node.address;
    // Areas are not mapped together with a new extent.
    room = std::min(room, address.has_slot() ? static_cast<std::size_t>(address.room) : 0);
  }
  return room;
}

std::shared_ptr<const machine::Roster> roster_of(int rank, const std::vector<Record>& records,
                                                 const Agreed& agreed, state::Process& process) {
  // Not if ranks have different configurations: the settled one holds for this communicator only.
  const bool can_be_kept = are_alike(records);
  const select::Network network = network_of(records);
  std::shared_ptr<const machine::Roster> roster;
  if (can_be_kept)
    roster = process.rosters.find([&](const machine::Roster& kept) {
      return kept.settings == agreed.settings && kept.rules == agreed.rules &&
             kept.network == network &&
             std::ranges::equal(records, kept.processes, {}, &Record::process);
    });
  if (roster != nullptr) return roster;
  roster = std::make_shared<const machine::Roster>(
      made_roster(rank, records, network, agreed, process.environment().ranks_of_job));
  if (can_be_kept) process.rosters.keep(roster);
  return roster;
}

}  // namespace allfold::mpi::setup
