#include "mpi/record/recorder.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <new>
#include <string_view>
#include <utility>

#include "allfold/allfold.h"
#include "mpi/machine/clocks.hpp"
#include "mpi/machine/members.hpp"
#include "mpi/messages/hidden_comm.hpp"
#include "mpi/native/owned_communicator.hpp"

namespace allfold::mpi::record {

namespace {

/// About the start of the process: the library is loaded before main().
const profile::Nanoseconds loaded = profile::now();

// What a rank tells the others: 0 without a profile, otherwise its serial number of the
// communicator, and whether it knows the offset of its clock.
std::int64_t offer_of(std::uint64_t serial, bool knows_clock) {
  return static_cast<std::int64_t>((serial + 1) * 2 + (knows_clock ? 1U : 0U));
}
std::uint64_t serial_in(std::int64_t offer) { return static_cast<std::uint64_t>(offer) / 2 - 1; }
bool knows_clock(std::int64_t offer) { return offer % 2 != 0; }

int size_of_world() {
  int size = 1;
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

std::string library_version() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text = {};
  int length = 0;
  PMPI_Get_library_version(text.data(), &length);
  const std::string_view all(text.data(), static_cast<std::size_t>(length));
  std::string version(all.substr(0, all.find_first_of(",\n")));
  std::ranges::replace(version, '\t', ' ');
  return version;
}

}  // namespace

void Recorder::follow(const select::Configuration& configuration) {
  Detail detail = configuration.statistics > 0 ? Detail::statistics : Detail::none;
  if (configuration.profile != "none") detail = Detail::profile;
  detail_.store(detail, std::memory_order_relaxed);
  is_on_.store(detail != Detail::none, std::memory_order_relaxed);
  is_native_.store(configuration.mode == select::Mode::native, std::memory_order_relaxed);
}

std::shared_ptr<ObservedCommunicator> Recorder::prepare(MPI_Comm comm) {
  if (detail() == Detail::none) return nullptr;
  const std::lock_guard lock(mutex_);
  auto made = std::make_shared<ObservedCommunicator>(comm, communicators_, detail());
  // Reserved here, since begin() must not allocate.
  if (observed_.capacity() == observed_.size()) observed_.reserve(2 * observed_.size() + 8);
  ++communicators_;
  return made;
}

std::int64_t Recorder::offer(const ObservedCommunicator* own) const {
  return own == nullptr || own->detail() != Detail::profile ? 0
                                                            : offer_of(own->serial(), knows_clock_);
}

std::shared_ptr<ObservedCommunicator> Recorder::agreed(std::shared_ptr<ObservedCommunicator> own,
                                                       MPI_Comm comm,
                                                       std::span<const std::int64_t> offers,
                                                       std::uint64_t first_process,
                                                       const algorithms::Nodes& nodes) {
  if (own == nullptr) return nullptr;
  if (std::ranges::find(offers, 0) != offers.end()) {
    own->agree({.nodes = nodes.count(), .ranks_per_node = nodes.most()});
    return own;
  }
  const std::int64_t greatest = std::ranges::max(offers);
  own->agree({.process = first_process,
              .serial = serial_in(offers.front()),
              .greatest_serial = serial_in(greatest),
              .knows_clock = std::ranges::all_of(offers, &knows_clock),
              .nodes = nodes.count(),
              .ranks_per_node = nodes.most(),
              .in_world = machine::ranks_in_world(machine::Members(comm))});
  return own;
}

void Recorder::begin(const std::shared_ptr<ObservedCommunicator>& agreed, MPI_Comm comm,
                     const algorithms::Nodes& nodes, const native::Native& native) {
  if (agreed == nullptr) return;
  {
    const std::lock_guard lock(mutex_);
    observed_.push_back(agreed);
  }
  const ObservedCommunicator::Members& members = agreed->members();
  if (static_cast<int>(members.in_world.size()) != size_of_world() || nodes.count() == 1 ||
      members.knows_clock)
    return;
  const native::OwnedCommunicator hidden(messages::communicator_like(comm), native);
  if (hidden.comm() == MPI_COMM_NULL) return;
  const auto reference = std::ranges::find(members.in_world, 0) - members.in_world.begin();
  const profile::ClockOffset offset =
      machine::offset_from(static_cast<int>(reference), nodes, hidden.comm());
  const std::lock_guard lock(mutex_);
  start_ = offset;
  knows_clock_ = true;
}

void Recorder::end(const std::shared_ptr<ObservedCommunicator>& observed) {
  if (observed == nullptr) return;
  observed->end();
  if (observed->keeps_arrivals()) return;
  const std::lock_guard lock(mutex_);
  std::erase(observed_, observed);
  try {
    observed->add_to(others_);
  } catch (const std::bad_alloc&) {
    // The records lack these calls.
  }
}

void Recorder::add_alone(MPI_Comm comm, const profile::Kind& kind,
                         const profile::ObservedCall& call) {
  const std::uint64_t calls = call.counts ? 1 : 0;
  const profile::Counted counted{.calls = calls,
                                 .calls_in_place = call.is_in_place ? calls : 0,
                                 .bytes = calls * static_cast<std::uint64_t>(call.bytes),
                                 .nanoseconds = call.end - call.arrival};
  profile::ClassKey key{.communicator = {.ranks = machine::Members(comm).ranks}, .kind = kind};
  if (detail() == Detail::profile) key.communicator.name = name_by_program(comm);
  const std::lock_guard lock(mutex_);
  others_.add(key, sums_of(counted, profile::Split{}));
}

profile::Profile Recorder::header(profile::Nanoseconds end) const {
  const double run = static_cast<double>(end - loaded) * 1e-9;
  return {.program = program_invocation_short_name,
          .allfold = ALLFOLD_VERSION,
          .mpi = library_version(),
          .mode = is_native_ ? "native" : "auto",
          .ranks = size_of_world(),
          .ranks_observed = 1,
          .run = {.sum = run, .max = run}};
}

profile::Profile Recorder::own_part(const Splits& splits, profile::Nanoseconds end) const {
  profile::Profile all = header(end);
  const std::lock_guard lock(mutex_);
  all.add(others_);
  for (const auto& each : observed_) {
    const auto found = splits.find(each.get());
    if (found != splits.end())
      each->add_to(all, found->second);
    else
      each->add_to(all);
  }
  all.be_of_one_rank();
  return all;
}

profile::Profile Recorder::own(std::string why_partial) const {
  profile::Profile all = own_part({}, profile::now());
  all.partial = std::move(why_partial);
  return all;
}

}  // namespace allfold::mpi::record
