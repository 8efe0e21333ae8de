#include "mpi/record/late_ranks.hpp"

#include <sched.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <new>

#include "mpi/memory/bucket.hpp"
#include "mpi/record/asked_text.hpp"
#include "mpi/user/print.hpp"
#include "system/blocked_signals.hpp"
#include "system/small_stack.hpp"

namespace allfold::mpi::record {

namespace {

using node::NoticeSchedule;
using std::chrono::nanoseconds;
using std::chrono::seconds;

nanoseconds monotonic_time() { return std::chrono::steady_clock::now().time_since_epoch(); }

/// The longest sleep of the thread. It is shorter than the first patience, so waits that begin
/// during a sleep are seen in time.
constexpr seconds nap(5);
static_assert(nap < NoticeSchedule::on_first_rank[0]);
static_assert(NoticeSchedule::on_first_rank.size() == user::FewOfJob::most);

// The thread itself allocates nothing: for a thread's first allocation the C library reserves 64
// MiB of address space, which may be what a limit (ulimit -v) leaves the program.
constexpr std::size_t longest_notice = 512;

void print_notice(int rank, int ranks, seconds waited) {
  std::array<char, longest_notice> line;
  static_cast<void>(
      std::snprintf(line.data(), line.size(),
                    "allfold: notice: rank %d of %d has waited %d s in the first reduction on a "
                    "communicator: expected this call from all of its ranks, with Allfold loaded; "
                    "if they are not just late, check that every rank loads Allfold ('mpirun -x "
                    "LD_PRELOAD' applies to one application context only)\n",
                    rank, ranks, static_cast<int>(waited.count())));
  user::print(line.data());
}

}  // namespace

template <class Waiting>
LateRanks::Listed<Waiting>::Listed(LateRanks& late, std::list<Waiting*>& list,
                                   Waiting* listed) noexcept
    : late_(late), list_(list) {
  try {
    const std::lock_guard lock(late_.mutex_);
    place_ = list_.insert(list_.end(), listed);
    is_listed_ = true;
    late_.start();
  } catch (const std::bad_alloc&) {
    is_listed_ = false;
  }
}

template <class Waiting>
LateRanks::Listed<Waiting>::~Listed() {
  if (!is_listed_) return;
  const std::lock_guard lock(late_.mutex_);
  list_.erase(place_);
}

template class LateRanks::Listed<LateRanks::Wait>;
template class LateRanks::Listed<LateRanks::Calls>;

LateRanks::Wait::Wait(LateRanks& late, For what) noexcept
    : for_(what),
      schedule_(what.rank, monotonic_time()),
      thing_{.notices = late.notices_,
             .number = memory::mixed(std::array{static_cast<std::uint64_t>(what.first_in_world),
                                                static_cast<std::uint64_t>(what.ranks)})},
      listed_(late, late.waits_, this) {}

LateRanks::Calls::Calls(LateRanks& late, std::uint64_t communicator, int rank, int ranks) noexcept
    : communicator_(communicator),
      rank_(rank),
      ranks_(ranks),
      schedule_(rank),
      listed_(late, late.calls_, this) {}

void LateRanks::look_at(Calls& calls) {
  const nanoseconds now = monotonic_time();
  const node::Signature asked = calls.asked_.load(std::memory_order_relaxed);
  const std::uint64_t number = calls.number_.load(std::memory_order_relaxed);
  if (asked == node::torn_signature || number != calls.seen_) {
    calls.seen_ = number;
    calls.schedule_.begin(now);
    return;
  }
  const auto due = calls.schedule_.due(now);
  if (!due) return;
  std::array<char, longest_notice> notice;
  static_cast<void>(std::snprintf(
      notice.data(), notice.size(),
      "allfold: notice: rank %d of %d has waited %d s for messages in %s: expected this call from "
      "all ranks; if they are not just late, find out with a debugger where they are\n",
      calls.rank_, calls.ranks_, static_cast<int>(due->waited.count()),
      line_of(node::asked_of(asked)).data()));
  tell_of_call({.communicator = calls.communicator_, .number = number, .asked = asked}, due->number,
               notice.data());
}

void LateRanks::tell_of_call(const LateCall& call, std::size_t before, const char* notice) {
  const std::uint64_t thing = memory::mixed(std::array{call.communicator, call.number, call.asked});
  if (notices_of_calls_.is_first(thing, before)) user::print(notice);
}

void LateRanks::look_at(Wait& wait) {
  while (const auto due = wait.schedule_.due(monotonic_time()))
    if (notices_.is_first(wait.thing_.number, due->number))
      print_notice(wait.for_.rank, wait.for_.ranks, due->waited);
}

void LateRanks::expect_waits() noexcept {
  const std::lock_guard lock(mutex_);
  start();
}

/// Starts the thread if it does not run. The caller must hold the lock.
void LateRanks::start() {
  if (state_ == Thread::runs) return;
  if (state_ == Thread::has_ended) pthread_join(thread_, nullptr);
  state_ = Thread::none;
  const system::BlockedSignals blocked(system::BlockedSignals::Which::all);
  const auto body = [](void* late) -> void* {
    // The thread is not urgent: with SCHED_BATCH it waits until a processor is free, and does not
    // preempt a rank in its first call.
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
    has_waited = !waits_.empty() || !calls_.empty();
    for (Calls* calls : calls_) look_at(*calls);
    nanoseconds until = monotonic_time() + nap;
    for (Wait* wait : waits_) {
      look_at(*wait);
      until = std::min(until, wait->schedule_.next());
    }
    closing_.wait_for(lock, until - monotonic_time(), [this] { return is_closing_; });
    has_waited = has_waited || !waits_.empty() || !calls_.empty();
  }
  state_ = Thread::has_ended;
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
  notices_.close();
  notices_of_calls_.close();
}

}  // namespace allfold::mpi::record
