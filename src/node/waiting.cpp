#include "node/waiting.hpp"

#include <sched.h>

#include <ctime>

namespace allfold::node {

namespace {

constexpr std::int64_t spin_nanoseconds = 1000;
/// A yield of this length has let somebody else run.
constexpr std::int64_t yield_to_others_nanoseconds = 3000;
/// Then the next waits do not spin.
constexpr int waits_without_spin = 32;
constexpr std::uint32_t yields_between_keep_going = 16;

}  // namespace

std::int64_t Waiting::nanoseconds() {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

std::int64_t Waiting::end_of_spin() {
  if (is_crowded_) return 0;
  if (waits_without_spin_ > 0) {
    --waits_without_spin_;
    return 0;
  }
  return nanoseconds() + spin_nanoseconds;
}

void Waiting::yield(std::uint32_t yields) {
  const std::int64_t before = nanoseconds();
  sched_yield();
  if (nanoseconds() - before > yield_to_others_nanoseconds)
    waits_without_spin_ = waits_without_spin;
  if (yields % yields_between_keep_going == 0) keep_going_();
}

}  // namespace allfold::node
