/// The end of a profile: what the ranks tell each other at MPI_Finalize.
#include <algorithm>
#include <array>
#include <new>
#include <string>
#include <tuple>
#include <utility>

#include "mpi/channel.hpp"
#include "mpi/clocks.hpp"
#include "mpi/owned_communicator.hpp"
#include "mpi/profiler.hpp"
#include "profile/json.hpp"

namespace allfold::mpi {

namespace {

constexpr int tag = 1;

/// Collective over the world's ranks.
algorithms::Nodes nodes_of(std::uint64_t own, MPI_Comm world) {
  int ranks = 1;
  PMPI_Comm_size(world, &ranks);
  std::vector<std::uint64_t> nodes(static_cast<std::size_t>(ranks));
  PMPI_Allgather(&own, sizeof own, MPI_BYTE, nodes.data(), sizeof own, MPI_BYTE, world);
  return algorithms::Nodes(nodes);
}

/// The communicator's members, once more: the program may have freed it.
MPI_Comm members_of(const Observed& observed, MPI_Comm world) {
  MPI_Group all = MPI_GROUP_NULL;
  MPI_Group group = MPI_GROUP_NULL;
  const std::vector<int>& ranks = observed.members().in_world;
  PMPI_Comm_group(world, &all);
  PMPI_Group_incl(all, static_cast<int>(ranks.size()), ranks.data(), &group);
  MPI_Comm made = MPI_COMM_NULL;
  PMPI_Comm_create_group(world, group, tag, &made);
  PMPI_Group_free(&group);
  PMPI_Group_free(&all);
  if (made != MPI_COMM_NULL) PMPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN);
  return made;
}

/// Whether all members have kept the same calls, as they do unless one of them ran out of memory.
bool are_alike(std::int64_t size, std::uint32_t digest, MPI_Comm members, const Native& native) {
  const std::array<std::int64_t, 4> own{size, -size, digest, -std::int64_t{digest}};
  std::array<std::int64_t, 4> greatest = {};
  const int error = native.allreduce(own.data(), greatest.data(), static_cast<int>(own.size()),
                                     MPI_INT64_T, MPI_MAX, members);
  return error == MPI_SUCCESS && greatest[0] == -greatest[1] && greatest[2] == -greatest[3] &&
         size > 0;
}

std::vector<profile::Counted> counted_of(const Observed& observed) {
  std::vector<profile::Counted> counted;
  for (const profile::Observations::Class& each : observed.observations().classes())
    counted.push_back(each.counted);
  return counted;
}

/// Collective over the members.
std::vector<profile::Split> splits_among(const Observed& observed, MPI_Comm members,
                                         const profile::ClockCorrection& clock,
                                         const Native& native) {
  if (members == MPI_COMM_NULL) return {};
  const auto samples = observed.observations().samples().all();
  std::vector<profile::Nanoseconds> arrivals;
  std::vector<profile::Nanoseconds> last;
  std::vector<profile::Counted> counted;
  auto size = static_cast<std::int64_t>(samples.size());
  try {
    counted = counted_of(observed);
    last.resize(samples.size());
    for (const profile::Sample& sample : samples)
      arrivals.push_back(clock.corrected(sample.arrival));
  } catch (const std::bad_alloc&) {
    size = -1;  // the others are told
  }
  const std::uint32_t digest = observed.observations().samples().digest();
  if (!are_alike(size, digest, members, native)) return {};
  native.allreduce(arrivals.data(), last.data(), static_cast<int>(size), MPI_INT64_T, MPI_MAX,
                   members);
  return profile::splits_of(counted, samples, last, clock);
}

void send(const std::string& text, int to, MPI_Comm world) {
  PMPI_Send(text.data(), static_cast<int>(text.size()), MPI_CHAR, to, tag, world);
}

std::string received(int from, MPI_Comm world) {
  MPI_Status status;
  int size = 0;
  PMPI_Probe(from, tag, world, &status);
  PMPI_Get_count(&status, MPI_CHAR, &size);
  std::string text(static_cast<std::size_t>(size), ' ');
  PMPI_Recv(text.data(), size, MPI_CHAR, from, tag, world, MPI_STATUS_IGNORE);
  return text;
}

/// What the rank and those below it in the tree have observed.
void receive_into(profile::Profile& all, int from, MPI_Comm world) {
  std::string problem;
  if (const auto part = profile::parse(received(from, world), problem)) all.add(*part);
}

/// Along a binomial tree to rank 0.
void merge_over_ranks(profile::Profile& own, MPI_Comm world) {
  int rank = 0;
  int ranks = 1;
  PMPI_Comm_rank(world, &rank);
  PMPI_Comm_size(world, &ranks);
  for (int distance = 1; distance < ranks; distance *= 2) {
    if ((rank & distance) != 0) {
      send(profile::text_of(own, profile::Style::compact), rank - distance, world);
      return;
    }
    if (rank + distance < ranks) receive_into(own, rank + distance, world);
  }
}

}  // namespace

std::vector<std::shared_ptr<Observed>> Profiler::in_common_order() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<Observed>> all = observed_;
  std::erase_if(all, [](const auto& each) { return !each->keeps_arrivals(); });
  std::ranges::sort(all, {}, [](const auto& each) {
    return std::tuple(each->members().process, each->members().serial);
  });
  return all;
}

// Each communicator's members come together in one order of all communicators, so that nobody waits
// in a circle.
std::optional<profile::Profile> Profiler::gathered(std::uint64_t node, const Native& native) {
  const profile::Nanoseconds end = profile::now();
  const OwnedCommunicator world(communicator_like(MPI_COMM_WORLD), native);
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (world.comm() == MPI_COMM_NULL)
    return rank > 0 ? std::nullopt
                    : std::optional(own("the MPI library has no more communicators"));
  const algorithms::Nodes nodes = nodes_of(node, world.comm());
  profile::ClockCorrection clock;
  if (nodes.count() > 1) clock = {start_, offset_from(0, nodes, world.comm())};
  Splits splits;
  for (const auto& each : in_common_order()) {
    each->look_at_name();
    const OwnedCommunicator members(members_of(*each, world.comm()), native);
    splits[each.get()] = splits_among(*each, members.comm(), clock, native);
  }
  profile::Profile all = own_part(splits, end);
  all.nodes = nodes.count();
  all.ranks_per_node = nodes.most();
  all.clock_error = static_cast<double>(clock.error()) * 1e-9;
  merge_over_ranks(all, world.comm());
  return rank > 0 ? std::nullopt : std::optional(std::move(all));
}

}  // namespace allfold::mpi
