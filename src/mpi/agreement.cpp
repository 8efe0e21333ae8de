#include "mpi/agreement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>

#include "mpi/print.hpp"
#include "mpi/roll_call.hpp"
#include "mpi/shared_rules.hpp"
#include "select/own_grid.hpp"

namespace allfold {

namespace {

[[noreturn]] void give_up(const Members& members) {
  PMPI_Barrier(members.comm);  // what was said is out before the job is ended
  PMPI_Abort(members.comm, 1);
  std::abort();
}

/// The lowest rank in error reports its errors, for all.
void stop_on_errors(const Members& members, const std::vector<Record>& records,
                    const std::vector<std::string>& errors) {
  const auto first = std::ranges::find(records, Record::in_error, &Record::state);
  if (first == records.end()) return;
  if (first - records.begin() == members.rank)
    for (const std::string& error : errors) say(error);
  give_up(members);
}

using ConfigurationText = std::array<char, 1024>;

ConfigurationText packed(const Configuration& configuration) {
  ConfigurationText text = {};
  std::string all;
  for (const Variable& variable : variables()) {
    if (variable.scope == Variable::Scope::all_ranks) all += variable.get(configuration);
    all += '\n';
  }
  std::copy_n(all.begin(), std::min(all.size(), text.size() - 1), text.begin());
  return text;
}

/// The value of the variable number `index`.
std::string_view value_in(const ConfigurationText& text, std::size_t index) {
  std::string_view rest(text.data());
  for (; index > 0; --index) rest.remove_prefix(rest.find('\n') + 1);
  return rest.substr(0, rest.find('\n'));
}

bool are_of_one_world(const Members& members) {
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Group world = MPI_GROUP_NULL;
  PMPI_Comm_group(members.comm, &group);
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  std::vector<int> ranks(static_cast<std::size_t>(members.ranks));
  std::vector<int> in_world(ranks.size());
  std::iota(ranks.begin(), ranks.end(), 0);
  PMPI_Group_translate_ranks(group, members.ranks, ranks.data(), world, in_world.data());
  PMPI_Group_free(&group);
  PMPI_Group_free(&world);
  return std::ranges::find(in_world, MPI_UNDEFINED) == in_world.end();
}

void report_differences(const std::vector<ConfigurationText>& texts) {
  for (std::size_t v = 0; v < variables().size(); ++v) {
    const std::string_view first = value_in(texts[0], v);
    const auto other = std::ranges::find_if(
        texts, [&](const ConfigurationText& text) { return value_in(text, v) != first; });
    if (other == texts.end()) continue;
    say(fmt::format(
        "{0} differs between ranks (it is '{1}' on rank 0 and '{2}' on rank {3}, and ranks "
        "that choose differently wait for each other forever) set it alike on all ranks, as "
        "by 'mpirun -x {0}' in every application context",
        variables()[v].name, first, value_in(*other, v), other - texts.begin()));
  }
}

/// Ranks are configured differently: the end within one world; else rank 0's configuration holds.
Configuration settle(const Members& members, const Configuration& own) {
  const ConfigurationText text = packed(own);
  std::vector<ConfigurationText> texts(static_cast<std::size_t>(members.ranks));
  PMPI_Allgather(&text, sizeof text, MPI_BYTE, texts.data(), sizeof text, MPI_BYTE, members.comm);
  if (are_of_one_world(members)) {
    if (members.rank == 0) report_differences(texts);
    give_up(members);
  }
  Configuration settled;
  for (std::size_t v = 0; v < variables().size(); ++v)
    if (variables()[v].scope == Variable::Scope::all_ranks)
      variables()[v].set(settled, value_in(texts[0], v));
  return settled;
}

bool are_on_one_machine(const std::vector<Record>& records) {
  return std::ranges::all_of(records, [&](const Record& record) {
    return record.machine == records[0].machine && record.machine != 0;
  });
}

/// The kind of network that all ranks have.
Network network_of(const std::vector<Record>& records) {
  if (are_on_one_machine(records)) return Network::local;
  const bool are_fast = std::ranges::all_of(
      records, [](const Record& record) { return record.network == Network::high_speed; });
  return are_fast ? Network::high_speed : Network::tcp;
}

/// Long messages are cut so that each segment is sent at once: Open MPI's TCP falls to half duplex
/// where two ranks exchange messages that have to be asked for.
std::int64_t segment_bytes(const Configuration& configuration, const std::vector<Record>& records) {
  constexpr std::int64_t on_unknown_network = 128 << 10;
  constexpr std::int64_t most_of_header = 1024;
  constexpr std::int64_t least = 16 << 10;
  if (configuration.segment_bytes != segment_by_transport) return configuration.segment_bytes;
  if (are_on_one_machine(records)) return segment_on_one_machine;
  const std::int64_t limit = std::ranges::min(records, {}, &Record::eager_limit).eager_limit;
  return limit == 0 ? on_unknown_network : std::max(limit - most_of_header, least);
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

int grid_rows(MPI_Comm comm, const std::vector<std::uint64_t>& machines) {
  const int rows = rows_of_dimensions(cartesian_dimensions(comm));
  return rows != 0 ? rows : rows_of_nodes(machines);
}

std::vector<std::uint64_t> machines_of(const std::vector<Record>& records) {
  std::vector<std::uint64_t> machines(records.size());
  std::ranges::transform(records, machines.begin(), &Record::machine);
  return machines;
}

/// The rules that all ranks know, else those of rank 0, for all.
std::shared_ptr<const Rules> agree_on_rules(const Members& members, Process& process,
                                            std::shared_ptr<const KnownRules> known,
                                            const std::vector<Record>& records) {
  const bool are_known = std::ranges::all_of(records, [&](const Record& record) {
    return record.rules == records[0].rules && record.rules != 0;
  });
  if (!are_known) {
    known = share_rules(members.comm, known, process);
    if (known == nullptr) give_up(members);
  }
  return {known, &known->rules};
}

}  // namespace

Agreement agree(MPI_Comm comm, Process& process) {
  const Members members(comm);
  const Process::Settings settings = process.settings();
  const std::shared_ptr<const KnownRules> rules = process.rules();
  Neighbours neighbours(comm, process, settings.configuration);
  const Record own{.state = settings.errors.empty() ? Record::well : Record::in_error,
                   .network = process.place().network,
                   .fingerprint = fingerprint(settings.configuration),
                   .rules = rules != nullptr ? rules->fingerprint : 0,
                   .machine = process.place().machine,
                   .eager_limit = process.place().eager_limit,
                   .neighbour = neighbours.own()};
  const std::vector<Record> records = gather(members, own);
  stop_on_errors(members, records, settings.errors);
  const bool are_alike = std::ranges::all_of(
      records, [&](const Record& record) { return record.fingerprint == own.fingerprint; });
  Agreement agreement;
  agreement.configuration =
      are_alike ? settings.configuration : settle(members, settings.configuration);
  agreement.knowledge = knowledge_of(agreement.configuration, network_of(records),
                                     agree_on_rules(members, process, rules, records));
  agreement.segment_bytes = segment_bytes(agreement.configuration, records);
  const std::vector<std::uint64_t> machines = machines_of(records);
  agreement.grid_rows = grid_rows(comm, machines);
  agreement.nodes = Nodes(machines);
  std::vector<Neighbour> all(records.size());
  std::ranges::transform(records, all.begin(), &Record::neighbour);
  agreement.sharing = neighbours.join(all, agreement.nodes);
  return agreement;
}

}  // namespace allfold
