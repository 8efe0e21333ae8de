/// The end of the records: what the ranks exchange at MPI_Finalize.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "mpi/machine/clocks.hpp"
#include "mpi/machine/members.hpp"
#include "mpi/messages/hidden_comm.hpp"
#include "mpi/native/owned_communicator.hpp"
#include "mpi/record/over_ranks.hpp"
#include "mpi/record/recorder.hpp"
#include "profile/statistics.hpp"
#include "text/format.hpp"

namespace allfold::mpi::record {

namespace {

/// Collective: the result of `work` if all ranks have memory for it; otherwise empty on all of
/// them.
template <class Work>
auto made_by_all(Work work, MPI_Comm comm, const native::Native& native, memory::Reserve& reserve) {
  using Made = std::optional<decltype(work())>;
  Made made = reserve.within([&] { return Made(work()); }, Made());
  const int own = made.has_value() ? 1 : 0;
  int all = 0;
  const int error = native.allreduce(&own, &all, 1, MPI_INT, MPI_MIN, comm);
  if (error != MPI_SUCCESS || all == 0) made.reset();
  return made;
}

/// Collective over the ranks of the world.
std::optional<algorithms::Nodes> nodes_of(std::uint64_t own, MPI_Comm world,
                                          const native::Native& native, memory::Reserve& reserve) {
  int ranks = 1;
  PMPI_Comm_size(world, &ranks);
  auto nodes =
      made_by_all([&] { return std::vector<std::uint64_t>(static_cast<std::size_t>(ranks)); },
                  world, native, reserve);
  if (!nodes) return std::nullopt;
  PMPI_Allgather(&own, sizeof own, MPI_BYTE, nodes->data(), sizeof own, MPI_BYTE, world);
  return made_by_all([&] { return algorithms::Nodes(*nodes); }, world, native, reserve);
}

/// A new communicator of the members, since the program may have freed the original.
MPI_Comm members_of(const ObservedCommunicator& observed, MPI_Comm world) {
  MPI_Group all = MPI_GROUP_NULL;
  MPI_Group group = MPI_GROUP_NULL;
  const std::vector<int>& ranks = observed.members().in_world;
  PMPI_Comm_group(world, &all);
  PMPI_Group_incl(all, static_cast<int>(ranks.size()), ranks.data(), &group);
  MPI_Comm made = MPI_COMM_NULL;
  PMPI_Comm_create_group(world, group, /*tag=*/1, &made);
  PMPI_Group_free(&group);
  PMPI_Group_free(&all);
  if (made != MPI_COMM_NULL) PMPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN);
  return made;
}

/// Whether all members have kept the same calls, as they do unless one of them ran out of memory.
bool are_alike(std::int64_t size, std::uint32_t digest, MPI_Comm members,
               const native::Native& native) {
  const std::array<std::int64_t, 4> own{size, -size, digest, -std::int64_t{digest}};
  std::array<std::int64_t, 4> greatest = {};
  const int error = native.allreduce(own.data(), greatest.data(), static_cast<int>(own.size()),
                                     MPI_INT64_T, MPI_MAX, members);
  return error == MPI_SUCCESS && greatest[0] == -greatest[1] && greatest[2] == -greatest[3] &&
         size > 0;
}

std::vector<profile::Counted> counted_of(const ObservedCommunicator& observed) {
  std::vector<profile::Counted> counted;
  for (const profile::ObservedCalls::Class& each : observed.calls().classes())
    counted.push_back(each.counted);
  return counted;
}

/// What the members compare.
struct Arrivals {
  std::vector<profile::Counted> counted;
  std::vector<profile::Nanoseconds> own;   ///< by the reference clock
  std::vector<profile::Nanoseconds> last;  ///< of all members
};

Arrivals arrivals_at(const ObservedCommunicator& observed, const profile::ClockCorrection& clock) {
  const auto samples = observed.calls().samples().all();
  Arrivals arrivals{.counted = counted_of(observed),
                    .own = {},
                    .last = std::vector<profile::Nanoseconds>(samples.size())};
  for (const profile::Sample& sample : samples)
    arrivals.own.push_back(clock.corrected(sample.arrival));
  return arrivals;
}

/// Collective over the members.
std::vector<profile::Split> splits_among(const ObservedCommunicator& observed, MPI_Comm members,
                                         const profile::ClockCorrection& clock,
                                         const native::Native& native, memory::Reserve& reserve) {
  if (members == MPI_COMM_NULL) return {};
  const profile::Samples& samples = observed.calls().samples();
  auto arrivals = reserve.within([&] { return std::optional(arrivals_at(observed, clock)); },
                                 std::optional<Arrivals>());
  // A size of -1 tells the others that this rank has no memory.
  const auto size = arrivals ? static_cast<std::int64_t>(arrivals->own.size()) : -1;
  if (!are_alike(size, samples.digest(), members, native)) return {};
  native.allreduce(arrivals->own.data(), arrivals->last.data(), static_cast<int>(size), MPI_INT64_T,
                   MPI_MAX, members);
  return reserve.within(
      [&] { return profile::splits_of(arrivals->counted, samples.all(), arrivals->last, clock); },
      std::vector<profile::Split>());
}

/// Why the profile of all ranks is incomplete; "" if it is complete.
std::string reason_of(const profile::Profile& all, bool are_arrivals_compared) {
  const auto ranks = static_cast<std::uint64_t>(all.ranks);
  if (all.ranks_observed < ranks)
    return text::format("{} of {} ranks were out of memory: their calls are missing",
                        ranks - all.ranks_observed, ranks);
  return are_arrivals_compared ? "" : "a rank was out of memory: waiting is unknown";
}

}  // namespace

std::vector<std::shared_ptr<ObservedCommunicator>> Recorder::in_common_order() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<ObservedCommunicator>> all = observed_;
  std::erase_if(all, [](const auto& each) { return !each->keeps_arrivals(); });
  std::ranges::sort(all, {}, [](const auto& each) {
    return std::tuple(each->members().process, each->members().serial);
  });
  return all;
}

// The members of each communicator meet in one common order of all communicators, which prevents
// deadlock.
std::optional<Recorder::Compared> Recorder::compared(std::uint64_t node, MPI_Comm world,
                                                     const native::Native& native,
                                                     memory::Reserve& reserve) const {
  const auto nodes = nodes_of(node, world, native, reserve);
  if (!nodes) return std::nullopt;
  const auto order = made_by_all([&] { return in_common_order(); }, world, native, reserve);
  if (!order) return std::nullopt;
  auto all = made_by_all(
      [&] {
        Compared compared{.nodes = *nodes, .clock = {}, .splits = {}};
        for (const auto& each : *order) compared.splits[each.get()] = {};
        return compared;
      },
      world, native, reserve);
  if (!all) return std::nullopt;
  if (nodes->count() > 1) {
    const profile::ClockOffset end = machine::offset_from(0, *nodes, world);
    all->clock = {knows_clock_ ? start_ : end, end};
  }
  for (const auto& each : *order) {
    reserve.within([&] { return each->look_at_name(), true; }, false);
    const native::OwnedCommunicator members(members_of(*each, world), native);
    all->splits.find(each.get())->second =
        splits_among(*each, members.comm(), all->clock, native, reserve);
  }
  return all;
}

void Recorder::note_placement(profile::Profile& profile, const Compared& compared) {
  profile.nodes = compared.nodes.count();
  profile.ranks_per_node = compared.nodes.most();
  profile.clock_error = static_cast<double>(compared.clock.error()) * 1e-9;
}

Recorder::OfAllRanks Recorder::gathered(const Gathering& reports, std::uint64_t node,
                                        const native::Native& native,
                                        memory::Reserve& reserve) const {
  const profile::Nanoseconds end = profile::now();
  const native::OwnedCommunicator world(messages::communicator_like(MPI_COMM_WORLD), native);
  const bool is_first = machine::rank_in_world() == 0;
  if (world.comm() == MPI_COMM_NULL) {
    if (!is_first) return {};
    OfAllRanks alone{.profile = own_part({}, end)};
    alone.profile->partial = "the MPI library has no communicators left";
    alone.statistics = statistics_of(*alone.profile);
    return alone;
  }
  std::optional<Compared> with;
  if (reports.has_profile()) with = compared(node, world.comm(), native, reserve);
  const Splits none;
  // A rank without memory passes on the records of the ranks below it in the tree.
  auto own =
      reserve.within([&] { return std::optional(own_part(with ? with->splits : none, end)); },
                     std::optional<profile::Profile>());
  OfAllRanks all;
  if (reports.has_statistics()) {
    const auto statistics = [&] { return own ? statistics_of(*own) : profile::Profile(); };
    all.statistics =
        added_over_ranks(reserve.within(statistics, profile::Profile()), world.comm(), reserve);
  }
  if (reports.has_profile()) {
    const bool has_own = own.has_value();
    profile::Profile part = has_own ? std::move(*own) : profile::Profile();
    if (with) note_placement(part, *with);
    profile::Profile sum = added_over_ranks(std::move(part), world.comm(), reserve);
    if (is_first && has_own) {
      sum.partial = reason_of(sum, with.has_value());
      all.profile = std::move(sum);
    }
  }
  return all;
}

}  // namespace allfold::mpi::record
