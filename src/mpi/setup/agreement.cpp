#include "mpi/setup/agreement.hpp"

#include <algorithm>
#include <array>
#include <new>
#include <optional>
#include <span>
#include <utility>

#include "mpi/memory/bucket.hpp"
#include "mpi/native/quiet_floating_point.hpp"
#include "mpi/record/recorder.hpp"
#include "mpi/setup/enrolment.hpp"
#include "mpi/setup/grid.hpp"
#include "mpi/setup/roll_call.hpp"
#include "mpi/setup/settled.hpp"
#include "mpi/setup/shared_rules.hpp"
#include "mpi/user/print.hpp"
#include "text/format.hpp"

namespace allfold::mpi::setup {

namespace {

/// If ranks report errors, the lowest of them prints its errors, and the job ends.
void stop_on_errors(const machine::Members& members, const std::vector<Record>& records,
                    const std::vector<std::string>& errors, const native::Native& native) {
  const auto first = std::ranges::find(records, Record::in_error, &Record::state);
  if (first == records.end()) return;
  if (first - records.begin() == members.rank)
    for (const std::string& error : errors) user::say(error);
  machine::end_job(members, native);
}

/// Whether some ranks run another build than rank 0. If so, rank 0 prints a warning.
bool differ_in_build(const machine::Members& members, const std::vector<Record>& records) {
  const auto other = std::ranges::find_if(
      records, [&](const Record& record) { return record.build != records[0].build; });
  if (other == records.end()) return false;
  if (members.rank == 0)
    user::say(text::format(
        "warning: ranks load different builds of Allfold: {1} on rank {0}, {2} on rank 0: the MPI "
        "library serves all calls of these ranks; load the same build on all ranks",
        other - records.begin(), other->version.data(), records[0].version.data()));
  return true;
}

void settle_warnings(const machine::Members& members, const std::vector<Record>& records,
                     state::Process& process) {
  const auto has_any = [](const Record& record) {
    return record.warnings.state == user::WarningsNotice::unsaid;
  };
  if (std::ranges::none_of(records, has_any)) return;
  try {
    std::vector<user::WarningsNotice> notices(records.size());
    std::ranges::transform(records, notices.begin(), &Record::warnings);
    process.warnings.settle(notices, members.rank);
  } catch (const std::bad_alloc&) {
    // The warning is lost, or printed another time.
  }
}

/// What a rank prepares before it knows the others.
struct Preparation {
  Record record;
  std::shared_ptr<const user::Settings> settings;
  std::shared_ptr<const state::KnownRules> rules;
  std::unique_ptr<SharedMemorySetUp> shared_memory;
  std::shared_ptr<record::ObservedCommunicator> observed;
  messages::Channels::Known hidden;
  std::vector<Record> records;  ///< as many records as there are ranks
};

/// Local.
Preparation prepared(const machine::Members& members, state::Process& process) {
  const native::QuietFloatingPoint quiet;
  auto settings = process.settings();
  auto rules = process.rules();
  auto shared_memory =
      std::make_unique<SharedMemorySetUp>(members.comm, process, settings->configuration);
  auto observed = process.recorder.prepare(members.comm);
  auto hidden = process.channels.known(members.rank);
  const Record record{.state = settings->errors.empty() ? Record::well : Record::in_error,
                      .network = process.network(members),
                      .fingerprint = settings->fingerprint(),
                      .rules = rules != nullptr ? rules->fingerprint : 0,
                      .process = process.channels.own_process(),
                      .node = process.environment().node,
                      .eager_limit = process.environment().eager_limit,
                      .on_node = shared_memory->own(),
                      .warnings = process.warnings.notice(),
                      .profile = process.recorder.offer(observed.get()),
                      .hidden = hidden.offer,
                      .mapped = shared_memory->mapped(),
                      .has_device_driver = process.devices.have_driver(),
                      .has_reserve = process.reserve.is_filled(),
                      .threads = native::threads_of_process(),
                      .set_up = process.set_ups.fetch_add(1, std::memory_order_relaxed)};
  // Filling the records with copies of this rank's is faster than default construction.
  return {.record = record,
          .settings = std::move(settings),
          .rules = std::move(rules),
          .shared_memory = std::move(shared_memory),
          .observed = std::move(observed),
          .hidden = std::move(hidden),
          .records = std::vector<Record>(static_cast<std::size_t>(members.ranks), record)};
}

/// Adds what follows from the placement of the ranks.
void complete(Agreement& agreement, const std::vector<Record>& records, const Preparation& own,
              std::shared_ptr<const machine::Roster> roster) {
  const machine::Members& members = agreement.members;
  agreement.roster = std::move(roster);
  agreement.nodes = agreement.roster->nodes;
  agreement.grid_rows = rows_of_grid(members.comm, *agreement.roster);
  // Rank 0 sets up no other communicator with this number.
  agreement.identity =
      memory::mixed(std::array{records.front().process, std::uint64_t{records.front().set_up}});
  agreement.has_device_driver = std::ranges::any_of(records, &Record::has_device_driver);
  agreement.channel = messages::Channels::place_in(
      own.hidden,
      [&](int rank) -> const messages::HiddenOffer& {
        return records[static_cast<std::size_t>(rank)].hidden;
      },
      members.ranks, records.front().process);
  agreement.room = room_of(records, agreement.nodes);
}

/// Whether the ranks can tell each other in shared memory whether they have joined: all of them are
/// on one node, and have slots there already.
bool share_one_node(const std::vector<Record>& records) {
  return records.size() > 1 && are_on_one_node(records) &&
         std::ranges::all_of(records, [](const Record& record) {
           const node::Address& address = record.on_node.address;
           return address.is_there() && address.has_slot();
         });
}

std::shared_ptr<record::ObservedCommunicator> agree_on_records(const machine::Members& members,
                                                               const Preparation& own,
                                                               const algorithms::Nodes& nodes) {
  if (own.observed == nullptr) return nullptr;
  std::vector<std::int64_t> offers(own.records.size());
  std::ranges::transform(own.records, offers.begin(), &Record::profile);
  return record::Recorder::agreed(own.observed, members.comm, offers, own.records.front().process,
                                  nodes);
}

/// What a rank can take part in.
enum class Means : int { none = 0, messages = 1, all = 2 };

std::shared_ptr<const rules::Rules> agree_on_rules(const machine::Members& members,
                                                   state::Process& process,
                                                   std::shared_ptr<const state::KnownRules> known,
                                                   const std::vector<Record>& records) {
  const auto knows_it = [&](const Record& each) { return each.rules == known->fingerprint; };
  if (known != nullptr && std::ranges::all_of(records, knows_it)) return {known, &known->rules};
  std::vector<std::uint64_t> known_by_rank(records.size());
  std::ranges::transform(records, known_by_rank.begin(), &Record::rules);
  known = share_rules(members.comm, known_by_rank, std::move(known), process);
  if (known == nullptr) machine::end_job(members, process.native());
  return {known, &known->rules};
}

/// Does what this rank can do by itself. Throws std::bad_alloc.
SharedMemorySetUp::Joining prepare_means(Agreement& agreement, const Preparation& own,
                                         const std::shared_ptr<const rules::Rules>& rules,
                                         state::Process& process) {
  const native::QuietFloatingPoint quiet;
  const std::vector<Record>& records = own.records;
  const Agreed agreed{
      .settings = own.settings, .configuration = agreement.configuration, .rules = rules};
  complete(agreement, records, own, roster_of(agreement.members.rank, records, agreed, process));
  agreement.observed = agree_on_records(agreement.members, own, agreement.nodes);
  const auto on_node_of = [&](int rank) -> const OnNode& {
    return records[static_cast<std::size_t>(rank)].on_node;
  };
  return own.shared_memory->join(on_node_of, *agreement.roster, agreement.identity);
}

/// What all ranks can take part in. The ranks communicate only if one of them may be unable to take
/// part.
Means agree_on_means(Agreement& agreement, const Preparation& own,
                     const std::shared_ptr<const rules::Rules>& rules, state::Process& process) {
  const std::vector<Record>& records = own.records;
  const bool share = share_one_node(records);
  const bool have_reserves = std::ranges::all_of(records, &Record::has_reserve);
  using Joining = SharedMemorySetUp::Joining;
  Means means = Means::none;
  bool is_certain = false;
  try {
    const Joining joining =
        process.reserve.within([&] { return prepare_means(agreement, own, rules, process); });
    means = joining == Joining::is_member ? Means::all : Means::messages;
    is_certain =
        have_reserves && (joining == Joining::nobody || are_all_mapped(records, agreement.nodes));
    if (is_certain && !share && joining == Joining::could_not) throw std::bad_alloc();
  } catch (const std::bad_alloc&) {
    // The other ranks are told below.
    if (have_reserves && !share) throw;
  }
  // In shared memory this takes a tenth of the time, and usually there is nothing else to
  // communicate.
  if (share ? own.shared_memory->have_all_joined() : is_certain) return means;
  return static_cast<Means>(
      machine::least_of_all(agreement.members, static_cast<int>(means), process.native()));
}

}  // namespace

Agreement agree(const machine::Members& members, state::Process& process) {
  Preparation own = process.reserve.within([&] { return prepared(members, process); });
  std::vector<Record>& records = own.records;
  if (members.ranks > 1)
    gather(members, own.record, records, process.late_ranks);
  else
    records[0] = own.record;
  Agreement agreement{.members = members};
  if (differ_in_build(members, records)) {
    agreement.native_reason = "ranks load different builds of Allfold";
    return agreement;
  }
  settle_warnings(members, records, process);
  stop_on_errors(members, records, own.settings->errors, process.native());
  agreement.configuration = own.settings->configuration;
  if (!are_alike(records))
    agreement.configuration = settled(members, agreement.configuration, process.native());
  const std::shared_ptr<const rules::Rules> rules =
      agree_on_rules(members, process, own.rules, records);
  const Means means = agree_on_means(agreement, own, rules, process);
  if (means == Means::none) {
    agreement.native_reason = "a rank was out of memory when the communicator was set up";
    agreement.observed = nullptr;
    return agreement;
  }
  agreement.sharing =
      own.shared_memory->share(means == Means::all ? SharedMemorySetUp::Joined::all_ranks
                                                   : SharedMemorySetUp::Joined::not_all,
                               agreement.nodes);
  return agreement;
}

}  // namespace allfold::mpi::setup
