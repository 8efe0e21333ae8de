#include "mpi/record/observed_communicator.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "mpi/machine/members.hpp"
#include "mpi/record/call_site.hpp"

namespace allfold::mpi::record {

namespace {

/// How many calls keep their arrival times: many on the first communicators, few on later ones, so
/// that a program may make communicators without limit.
std::size_t capacity_of(std::uint64_t serial) {
  constexpr std::array<std::pair<std::uint64_t, std::size_t>, 3> steps{
      {{8, 32768}, {64, 4096}, {256, 1024}}};
  const auto* const step =
      std::ranges::find_if(steps, [&](const auto& each) { return serial < each.first; });
  return step == steps.end() ? 0 : step->second;
}

/// Whether the MPI library has set the name: it numbers communicators without one.
bool is_given_by_library(std::string_view name) {
  return name.starts_with("MPI COMMUNICATOR ") || name.starts_with("MPI communicator ");
}

double seconds_of(profile::Nanoseconds time) { return static_cast<double>(time) * 1e-9; }

profile::Spread of_one(double time) { return {.sum = time, .max = time}; }

}  // namespace

std::string name_by_program(MPI_Comm comm) {
  std::string name = machine::name_of(comm);
  return is_given_by_library(name) ? "" : name;
}

ObservedCommunicator::ObservedCommunicator(MPI_Comm comm, std::uint64_t serial, Detail detail)
    : serial_(serial),
      detail_(detail),
      comm_(comm),
      calls_(detail == Detail::profile ? capacity_of(serial) : 0, &site_of) {
  PMPI_Comm_rank(comm, &rank_);
  PMPI_Comm_size(comm, &ranks_);
  look_at_name();
}

void ObservedCommunicator::agree(Members members) {
  members_ = std::move(members);
  const std::size_t capacity =
      ranks_ > 1 && !members_.in_world.empty() ? capacity_of(members_.greatest_serial) : 0;
  calls_.samples().limit(capacity);
}

bool ObservedCommunicator::keeps_arrivals() const {
  return ranks_ > 1 && !members_.in_world.empty() && capacity_of(members_.greatest_serial) > 0;
}

void ObservedCommunicator::look_at_name() {
  if (detail_ != Detail::profile) return;
  const std::lock_guard lock(mutex_);
  if (comm_ != MPI_COMM_NULL) name_ = name_by_program(comm_);
}

void ObservedCommunicator::end() {
  calls_.samples().shrink();
  const std::lock_guard lock(mutex_);
  comm_ = MPI_COMM_NULL;
}

profile::CommunicatorKind ObservedCommunicator::kind() const {
  const std::lock_guard lock(mutex_);
  return {.name = name_,
          .ranks = ranks_,
          .nodes = members_.nodes,
          .ranks_per_node = members_.ranks_per_node};
}

void ObservedCommunicator::add_to(profile::Profile& profile,
                                  const std::vector<profile::Split>& splits) const {
  const profile::CommunicatorKind of = kind();
  profile.add(of, {.communicators = rank_ == 0 ? 1U : 0U,
                   .set_up = of_one(seconds_of(set_up_.load(std::memory_order_relaxed)))});
  profile.merged_calls += calls_.merged_calls();
  const std::vector<profile::ObservedCalls::Class> classes = calls_.classes();
  for (std::size_t i = 0; i < classes.size(); ++i)
    profile.add({.communicator = of, .kind = classes[i].kind, .site = classes[i].site},
                sums_of(classes[i].counted, i < splits.size() ? splits[i] : profile::Split{}));
}

void ObservedCommunicator::add_to(profile::Profile& profile) const {
  std::vector<profile::Split> splits;
  if (ranks_ == 1)
    for (const profile::ObservedCalls::Class& each : calls_.classes())
      splits.push_back(profile::without_waiting(each.counted));
  add_to(profile, splits);
}

profile::ClassSums sums_of(const profile::Counted& counted, const profile::Split& split) {
  return {.calls = counted.calls,
          .calls_in_place = counted.calls_in_place,
          .bytes = counted.bytes,
          .ranks = 1,
          .seconds = of_one(seconds_of(counted.nanoseconds)),
          .known_seconds = split.known,
          .sampled_calls = split.sampled_calls,
          .waiting = of_one(split.waiting),
          .rest = of_one(std::max(split.known - split.waiting, 0.0))};
}

}  // namespace allfold::mpi::record
