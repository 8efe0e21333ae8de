#include "command/measure/start.hpp"

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <fstream>
#include <functional>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "algorithms/placement.hpp"
#include "mpi/machine/machine.hpp"

namespace allfold::command::measure {

namespace {

constexpr double widest_margin = 50e-3;
constexpr double spin_seconds = 200e-6;  // the part of a wait that is spent spinning
constexpr int trials = 8;

std::uint64_t hash(const std::string& text) { return std::hash<std::string>{}(text); }

/// Equal on processes that share CLOCK_MONOTONIC: same boot of the same kernel, same time
/// namespace.
std::string clock_identity() {
  std::string boot;
  std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), boot);
  std::array<char, 64> space{};
  const ssize_t length = readlink("/proc/self/ns/time", space.data(), space.size());
  if (length > 0) boot.append(space.data(), static_cast<std::size_t>(length));
  return boot;
}

std::string host_name() {
  std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
  int length = 0;
  MPI_Get_processor_name(name.data(), &length);
  return {name.data(), static_cast<std::size_t>(length)};
}

std::vector<std::uint64_t> gathered(std::uint64_t own, int ranks, MPI_Comm comm) {
  std::vector<std::uint64_t> all(static_cast<std::size_t>(ranks));
  MPI_Allgather(&own, 1, MPI_UINT64_T, all.data(), 1, MPI_UINT64_T, comm);
  return all;
}

/// The number of processors that the ranks with this rank's clock may use.
int processors_of_neighbours(const std::vector<std::uint64_t>& clocks, std::uint64_t own,
                             MPI_Comm comm) {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0)  // more processors than a set can hold
    for (long p = 0; p < std::min<long>(sysconf(_SC_NPROCESSORS_ONLN), CPU_SETSIZE); ++p)
      CPU_SET(static_cast<std::size_t>(p), &set);
  std::vector<cpu_set_t> sets(clocks.size());
  MPI_Allgather(&set, sizeof set, MPI_BYTE, sets.data(), sizeof set, MPI_BYTE, comm);
  for (std::size_t rank = 0; rank < sets.size(); ++rank)
    if (clocks[rank] == own) CPU_OR(&set, &set, &sets[rank]);
  return CPU_COUNT(&set);
}

}  // namespace

double now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

Surroundings survey(MPI_Comm comm) {
  Surroundings found;
  MPI_Comm_rank(comm, &found.rank);
  MPI_Comm_size(comm, &found.ranks);
  const std::vector<std::uint64_t> hosts = gathered(hash(host_name()), found.ranks, comm);
  found.hosts = static_cast<int>(std::set(hosts.begin(), hosts.end()).size());
  found.ranks_per_node =
      algorithms::Nodes(gathered(mpi::machine::node_identity(), found.ranks, comm)).most();
  // A rank without an identity shares its clock with no other rank.
  const std::string identity = clock_identity();
  const std::uint64_t own =
      identity.empty() ? static_cast<std::uint64_t>(found.rank) : hash(identity);
  const std::vector<std::uint64_t> clocks = gathered(own, found.ranks, comm);
  found.neighbours = static_cast<int>(std::ranges::count(clocks, own));
  found.processors = processors_of_neighbours(clocks, own, comm);
  return found;
}

namespace {

void wait_asleep(MPI_Request request) {
  const timespec nap = {.tv_sec = 0, .tv_nsec = 1'000'000};
  for (int done = 0; done == 0;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done == 0) nanosleep(&nap, nullptr);
  }
}

}  // namespace

void meet_asleep(MPI_Comm comm) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(comm, &request);
  wait_asleep(request);
}

int told_asleep(int value, MPI_Comm comm) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibcast(&value, 1, MPI_INT, 0, comm, &request);
  wait_asleep(request);
  return value;
}

// The margin is twice the time in which all ranks learn the moment.
Start::Start(MPI_Comm comm, const Surroundings& surroundings)
    : comm_(comm), surroundings_(surroundings) {
  if (!surroundings_.is_clock_shared()) return;
  double quickest = std::numeric_limits<double>::infinity();
  for (int trial = 0; trial < trials; ++trial) {
    const double told = agreed_moment();
    double took = now() - told;
    std::vector<double> all(static_cast<std::size_t>(surroundings_.ranks));
    MPI_Allgather(&took, 1, MPI_DOUBLE, all.data(), 1, MPI_DOUBLE, comm_);
    quickest = std::min(quickest, *std::ranges::max_element(all));
  }
  margin_ = 2 * quickest + 5e-6;
}

double Start::agreed_moment() {
  MPI_Barrier(comm_);
  double moment = now() + margin_;
  MPI_Bcast(&moment, 1, MPI_DOUBLE, 0, comm_);
  return moment;
}

Start::Signal Start::wait() {
  if (!surroundings_.is_clock_shared()) {
    MPI_Barrier(comm_);
    return {.moment = now(), .is_late = false};
  }
  const double moment = agreed_moment();
  const bool is_late = now() > moment;
  wait_until(moment);
  return {.moment = moment, .is_late = is_late};
}

// The system call sched_yield is made directly, because some tools replace the C library's function
// to block idle ranks.
void Start::wait_until(double moment) const {
  if (const double sleep_until = moment - spin_seconds; sleep_until > now()) {
    timespec wake{};
    wake.tv_sec = static_cast<time_t>(sleep_until);
    wake.tv_nsec = static_cast<long>(1e9 * (sleep_until - std::floor(sleep_until)));
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wake, nullptr);
  }
  while (now() < moment)
    if (surroundings_.is_crowded()) syscall(SYS_sched_yield);
}

void Start::widen() { margin_ = std::min(2 * margin_, widest_margin); }

}  // namespace allfold::command::measure
