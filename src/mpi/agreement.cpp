#include "mpi/agreement.hpp"

#include <algorithm>
#include <new>
#include <optional>
#include <span>
#include <utility>

#include "mpi/first_ways.hpp"
#include "mpi/print.hpp"
#include "mpi/quiet_floating_point.hpp"
#include "mpi/roll_call.hpp"
#include "mpi/settled.hpp"
#include "mpi/shared_rules.hpp"
#include "select/own_grid.hpp"
#include "text/format.hpp"

namespace allfold::mpi {

namespace {

/// The lowest rank in error reports its errors, for all.
void stop_on_errors(const Members& members, const std::vector<Record>& records,
                    const std::vector<std::string>& errors, const Native& native) {
  const auto first = std::ranges::find(records, Record::in_error, &Record::state);
  if (first == records.end()) return;
  if (first - records.begin() == members.rank)
    for (const std::string& error : errors) say(error);
  end_job(members, native);
}

/// Whether there are ranks with another build than the first; that one says so.
bool differ_in_build(const Members& members, const std::vector<Record>& records) {
  const auto other = std::ranges::find_if(
      records, [&](const Record& record) { return record.build != records[0].build; });
  if (other == records.end()) return false;
  if (members.rank == 0)
    say(text::format(
        "warning: rank {} runs another build of Allfold ({}) than rank 0 ({}): the MPI "
        "library serves their calls; load one build on all ranks",
        other - records.begin(), other->version.data(), records[0].version.data()));
  return true;
}

void settle_warnings(const Members& members, const std::vector<Record>& records, Process& process) {
  const auto has_any = [](const Record& record) {
    return record.warnings.state == WarningsNotice::unsaid;
  };
  if (std::ranges::none_of(records, has_any)) return;
  try {
    std::vector<WarningsNotice> notices(records.size());
    std::ranges::transform(records, notices.begin(), &Record::warnings);
    process.warnings.settle(notices, members.rank);
  } catch (const std::bad_alloc&) {
    // Then a warning is not given, or another time.
  }
}

bool are_on_one_node(const std::vector<Record>& records) {
  return std::ranges::all_of(records, [&](const Record& record) {
    return record.node == records[0].node && record.node != 0;
  });
}

/// The kind of network that all ranks have.
select::Network network_of(const std::vector<Record>& records) {
  if (are_on_one_node(records)) return select::Network::local;
  const bool are_fast = std::ranges::all_of(
      records, [](const Record& record) { return record.network == select::Network::high_speed; });
  return are_fast ? select::Network::high_speed : select::Network::tcp;
}

/// Long messages are cut so that each segment is sent at once: Open MPI's TCP falls to half duplex
/// where two ranks exchange messages that have to be asked for.
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

/// A segment that is sent at once, as by Open MPI's TCP, is complete before it has left: there is nothing
/// to keep in step with. On one node no link is shared.
schedule::Pace pace(select::Network network, const std::vector<Record>& records) {
  const bool are_sent_at_once =
      network == select::Network::tcp &&
      std::ranges::any_of(records, [](const Record& record) { return record.eager_limit != 0; });
  return network == select::Network::local || are_sent_at_once ? schedule::Pace::as_ready
                                                               : schedule::Pace::in_step;
}

/// Of a Cartesian communicator, else none. MPI has all ranks name the same ones.
std::vector<int> cartesian_dimensions(MPI_Comm comm) {
  int topology = MPI_UNDEFINED;
  PMPI_Topo_test(comm, &topology);
  int count = 0;
  if (topology == MPI_CART) PMPI_Cartdim_get(comm, &count);
  std::vector<int> dimensions(static_cast<std::size_t>(count));
  std::vector<int> periods(dimensions.size());
  std::vector<int> own_place(dimensions.size());
  if (count > 0) PMPI_Cart_get(comm, count, dimensions.data(), periods.data(), own_place.data());
  return dimensions;
}

int grid_rows(MPI_Comm comm, const Roster& roster) {
  const int rows = select::rows_of_dimensions(cartesian_dimensions(comm));
  return rows != 0 ? rows : roster.node_rows;
}

std::vector<std::uint64_t> node_identities(const std::vector<Record>& records) {
  std::vector<std::uint64_t> identities(records.size());
  std::ranges::transform(records, identities.begin(), &Record::node);
  return identities;
}

/// What a rank does before it hears of the others.
struct Preparation {
  Record record;
  std::shared_ptr<const Settings> settings;
  std::shared_ptr<const KnownRules> rules;
  std::unique_ptr<Neighbours> neighbours;
  std::shared_ptr<Observed> observed;
  std::unique_ptr<std::vector<Record>> records;  ///< places for those of all ranks
};

/// Local.
Preparation prepared(const Members& members, Process& process) {
  const QuietFloatingPoint quiet;
  Preparation own;
  own.settings = process.settings();
  own.rules = process.rules();
  own.neighbours = std::make_unique<Neighbours>(members.comm, process, own.settings->configuration);
  own.observed = process.profiler.prepare(members.comm);
  own.record = {.state = own.settings->errors.empty() ? Record::well : Record::in_error,
                .network = process.network(members),
                .fingerprint = own.settings->fingerprint(),
                .rules = own.rules != nullptr ? own.rules->fingerprint : 0,
                .process = process.channels.own_process(),
                .node = process.place().node,
                .eager_limit = process.place().eager_limit,
                .neighbour = own.neighbours->own(),
                .warnings = process.warnings.notice(),
                .profile = process.profiler.offer(own.observed.get()),
                .has_device_driver = process.devices.have_driver()};
  own.records = std::make_unique<std::vector<Record>>(static_cast<std::size_t>(members.ranks));
  return own;
}

bool are_alike(const std::vector<Record>& records) {
  return std::ranges::all_of(
      records, [&](const Record& record) { return record.fingerprint == records[0].fingerprint; });
}

/// What shared memory is like on this rank's node; none: it is alone there.
std::optional<Neighbourhood> neighbourhood_in(const std::vector<Record>& records, int rank,
                                              const algorithms::Nodes& nodes, int ranks_of_job,
                                              const rules::Rules& rules) {
  const std::span<const int> on_node = nodes.members(nodes.node_of(rank));
  if (on_node.size() == 1) return std::nullopt;
  std::vector<Seat> seats(on_node.size());
  std::ranges::transform(on_node, seats.begin(), [&](int member) {
    return records[static_cast<std::size_t>(member)].neighbour.seat;
  });
  Neighbourhood neighbourhood = neighbourhood_of(seats, ranks_of_job);
  neighbourhood.first_ways = first_ways_of(rules, static_cast<int>(seats.size()));
  return neighbourhood;
}

Roster made_roster(const Agreement& agreement, const std::vector<Record>& records,
                   select::Network network, std::shared_ptr<const Settings> settings,
                   const std::shared_ptr<const rules::Rules>& rules, int ranks_of_job) {
  std::vector<std::uint64_t> processes(records.size());
  std::ranges::transform(records, processes.begin(), &Record::process);
  const std::vector<std::uint64_t> identities = node_identities(records);
  algorithms::Nodes nodes(identities);
  auto neighbourhood =
      neighbourhood_in(records, agreement.members.rank, nodes, ranks_of_job, *rules);
  select::Knowledge knowledge = select::knowledge_of(agreement.configuration, network, rules);
  knowledge.pace = pace(network, records);
  return {.processes = std::move(processes),
          .settings = std::move(settings),
          .rules = rules,
          .network = network,
          .knowledge = std::move(knowledge),
          .segment_bytes = segment_bytes(agreement.configuration, records),
          .nodes = std::move(nodes),
          .node_rows = select::rows_of_nodes(identities),
          .neighbourhood = std::move(neighbourhood)};
}

/// What follows from where the ranks are. But for their own memory, all of a record that counts for
/// that is the same in each record of a process.
std::shared_ptr<const Roster> roster_of(const Agreement& agreement,
                                        const std::vector<Record>& records,
                                        std::shared_ptr<const Settings> settings,
                                        const std::shared_ptr<const rules::Rules>& rules,
                                        Process& process) {
  // A configuration that was settled is of this communicator alone.
  const bool can_be_kept = are_alike(records);
  const select::Network network = network_of(records);
  std::shared_ptr<const Roster> roster;
  if (can_be_kept)
    roster = process.rosters.find([&](const Roster& kept) {
      return kept.settings == settings && kept.rules == rules && kept.network == network &&
             std::ranges::equal(records, kept.processes, {}, &Record::process);
    });
  if (roster != nullptr) return roster;
  roster = std::make_shared<const Roster>(made_roster(
      agreement, records, network, std::move(settings), rules, process.place().ranks_of_job));
  if (can_be_kept) process.rosters.keep(roster);
  return roster;
}

/// Adds what follows from where the ranks are.
void complete(Agreement& agreement, const std::vector<Record>& records,
              std::shared_ptr<const Roster> roster) {
  const Members& members = agreement.members;
  agreement.roster = std::move(roster);
  agreement.nodes = agreement.roster->nodes;
  agreement.grid_rows = grid_rows(members.comm, *agreement.roster);
  agreement.has_device_driver = std::ranges::any_of(records, &Record::has_device_driver);
  agreement.room = node::Area::piece_bytes;
  for (int rank = 0; rank < members.ranks; ++rank)
    if (agreement.nodes.members(agreement.nodes.node_of(rank)).size() > 1)
      agreement.room = std::min(
          agreement.room,
          static_cast<std::size_t>(records[static_cast<std::size_t>(rank)].neighbour.address.room));
}

bool share_one_node(const std::vector<Record>& records) {
  return records.size() > 1 && are_on_one_node(records) &&
         std::ranges::all_of(
             records, [](const Record& record) { return record.neighbour.address.is_there(); });
}

std::shared_ptr<Observed> agree_on_profile(const Members& members, Process& process,
                                           const Preparation& own, const algorithms::Nodes& nodes) {
  if (own.observed == nullptr) return nullptr;
  std::vector<std::int64_t> offers(own.records->size());
  std::ranges::transform(*own.records, offers.begin(), &Record::profile);
  return process.profiler.agreed(own.observed, members.comm, offers, own.records->front().process,
                                 nodes);
}

/// What a rank can take part in.
enum class Means : int { none = 0, messages = 1, all = 2 };

std::shared_ptr<const rules::Rules> agree_on_rules(const Members& members, Process& process,
                                                   std::shared_ptr<const KnownRules> known,
                                                   const std::vector<Record>& records) {
  std::vector<std::uint64_t> known_by_rank(records.size());
  std::ranges::transform(records, known_by_rank.begin(), &Record::rules);
  known = share_rules(members.comm, known_by_rank, std::move(known), process);
  if (known == nullptr) end_job(members, process.native());
  return {known, &known->rules};
}

}  // namespace

Agreement agree(const Members& members, Process& process) {
  const Preparation own = process.reserve.within([&] { return prepared(members, process); });
  std::vector<Record>& records = *own.records;
  if (members.ranks > 1)
    gather(members, own.record, records, process.late_ranks);
  else
    records[0] = own.record;
  Agreement agreement{.members = members};
  if (differ_in_build(members, records)) {
    agreement.native_reason = "ranks run different builds of Allfold";
    return agreement;
  }
  settle_warnings(members, records, process);
  stop_on_errors(members, records, own.settings->errors, process.native());
  agreement.configuration = are_alike(records)
                                ? own.settings->configuration
                                : settled(members, own.settings->configuration, process.native());
  const std::shared_ptr<const rules::Rules> rules =
      agree_on_rules(members, process, own.rules, records);
  Means means = Means::none;
  try {
    means = process.reserve.within([&] {
      const QuietFloatingPoint quiet;
      complete(agreement, records, roster_of(agreement, records, own.settings, rules, process));
      agreement.observed = agree_on_profile(members, process, own, agreement.nodes);
      const auto neighbour_of = [&](int rank) -> const Neighbour& {
        return records[static_cast<std::size_t>(rank)].neighbour;
      };
      return own.neighbours->join(neighbour_of, *agreement.roster) ? Means::all : Means::messages;
    });
  } catch (const std::bad_alloc&) {
    // The others are told.
  }
  // In shared memory that takes a tenth of the time, and mostly there is nothing else to tell.
  if (!share_one_node(records) || !own.neighbours->have_all_joined())
    means = static_cast<Means>(least_of_all(members, static_cast<int>(means), process.native()));
  if (means == Means::none) {
    agreement.native_reason = "a rank ran out of memory when the communicator was set up";
    agreement.observed = nullptr;
    return agreement;
  }
  agreement.sharing = own.neighbours->share(
      means == Means::all ? Neighbours::Joined::all_ranks : Neighbours::Joined::not_all,
      agreement.nodes);
  return agreement;
}

}  // namespace allfold::mpi
