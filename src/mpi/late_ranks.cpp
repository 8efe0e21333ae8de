#include "mpi/late_ranks.hpp"

#include <sched.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <span>

#include "mpi/print.hpp"
#include "system/blocked_signals.hpp"
#include "system/descriptor.hpp"
#include "system/small_stack.hpp"

namespace allfold::mpi {

namespace {

using std::chrono::seconds;

/// Rank 0 speaks first, and for a rank that is a little later than `patience` it alone. The others
/// speak in case that rank 0 is the late one; of those on its node, nobody speaks after another.
constexpr seconds patience(10);
constexpr seconds patience_with_first_rank(2);

seconds patience_of(int rank) {
  if (rank == 0) return patience;
  return patience + patience_with_first_rank +
         seconds(std::bit_width(static_cast<unsigned>(rank)) - 1);
}

/// The longest sleep of the thread. Waits that begin meanwhile are seen in time, since their notice
/// comes later than that.
constexpr seconds nap(5);
static_assert(nap < patience);

// What the thread does itself takes no memory: for a first allocation of a thread the C library
// reserves addresses of 64 MiB, which may be what a limit (ulimit -v) leaves the program.

/// Writes a name that is the same for the processes of one job on one node; returns its length.
std::size_t write_name_of_job(std::span<char> name) {
  // Of Open MPI, of launchers that speak PMI, and of Slurm.
  const char* job = nullptr;
  for (const char* variable : {"PMIX_NAMESPACE", "PMI_JOBID", "SLURM_STEPID"})
    if (job == nullptr) job = std::getenv(variable);
  const int length =
      job != nullptr
          ? std::snprintf(name.data(), name.size(), "allfold-late-ranks-%u-%s", getuid(), job)
          : std::snprintf(name.data(), name.size(), "allfold-late-ranks-%u-%d", getuid(),
                          getppid());
  return std::min(static_cast<std::size_t>(length), name.size() - 1);
}

void print_notice(int rank, int ranks) {
  constexpr std::size_t longest = 512;
  std::array<char, longest> line;
  static_cast<void>(std::snprintf(
      line.data(), line.size(),
      "allfold: notice: rank %d of %d has waited %d s for other ranks of a communicator: each is "
      "expected to come to its first MPI_Allreduce or MPI_Reduce there, with Allfold loaded; if "
      "they are not just late, see that every rank loads Allfold ('mpirun -x LD_PRELOAD' holds for "
      "one application context only)\n",
      rank, ranks, static_cast<int>(patience_of(rank).count())));
  print(line.data());
}

}  // namespace

LateRanks::Wait::Wait(LateRanks& late, int rank, int ranks) noexcept
    : late_(late),
      rank_(rank),
      ranks_(ranks),
      notice_at_(std::chrono::steady_clock::now() + patience_of(rank)) {
  try {
    const std::lock_guard lock(late_.mutex_);
    place_ = late_.waits_.insert(late_.waits_.end(), this);
    is_listed_ = true;
    late_.start();
  } catch (const std::bad_alloc&) {
    is_listed_ = false;
  }
}

LateRanks::Wait::~Wait() {
  if (!is_listed_) return;
  const std::lock_guard lock(late_.mutex_);
  late_.waits_.erase(place_);
}

void LateRanks::expect_waits() noexcept {
  const std::lock_guard lock(mutex_);
  start();
}

/// Sees to it that the thread runs; under the lock.
void LateRanks::start() {
  if (state_ == Thread::runs) return;
  if (state_ == Thread::has_ended) pthread_join(thread_, nullptr);
  state_ = Thread::none;
  const system::BlockedSignals blocked(system::BlockedSignals::Which::all);
  const auto body = [](void* late) -> void* {
    // It has time: it waits until a processor is free, where another one would take that of a rank in
    // its first call.
    const sched_param none = {};
    sched_setscheduler(0, SCHED_BATCH, &none);
    static_cast<LateRanks*>(late)->watch();
    return nullptr;
  };
  const system::SmallStack stack;
  if (pthread_create(&thread_, stack.attributes(), body, this) == 0) state_ = Thread::runs;
}

void LateRanks::watch() {
  std::unique_lock lock(mutex_);
  for (bool has_waited = true; !is_closing_ && has_waited;) {
    has_waited = !waits_.empty();
    auto until = std::chrono::steady_clock::now() + nap;
    for (Wait* wait : waits_) {
      if (wait->notice_at_ <= std::chrono::steady_clock::now()) {
        give_notice(*wait);
        wait->notice_at_ = std::chrono::steady_clock::time_point::max();
      }
      until = std::min(until, wait->notice_at_);
    }
    closing_.wait_until(lock, until, [this] { return is_closing_; });
    has_waited = has_waited || !waits_.empty();
  }
  state_ = Thread::has_ended;
}

bool LateRanks::is_first_of_job() {
  if (named_socket_ >= 0) return false;
  const int named = system::moved_up(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (named < 0) return true;
  // An abstract name: it belongs to no file, and goes with the process.
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  const std::size_t length = write_name_of_job(std::span(address.sun_path).subspan(1));
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + length);
  const bool is_taken =
      bind(named, reinterpret_cast<const sockaddr*>(&address), size) != 0 && errno == EADDRINUSE;
  if (is_taken)
    ::close(named);
  else
    named_socket_ = named;
  return !is_taken;
}

void LateRanks::give_notice(const Wait& wait) {
  if (is_first_of_job()) print_notice(wait.rank_, wait.ranks_);
}

void LateRanks::close() {
  bool is_to_be_joined = false;
  {
    const std::lock_guard lock(mutex_);
    is_closing_ = true;
    is_to_be_joined = state_ != Thread::none;
  }
  closing_.notify_all();
  if (is_to_be_joined) pthread_join(thread_, nullptr);
  state_ = Thread::none;
  if (named_socket_ >= 0) ::close(named_socket_);
  named_socket_ = -1;
}

}  // namespace allfold::mpi
