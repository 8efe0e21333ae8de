#include "node/waiting.hpp"

#include <sched.h>

#include <ctime>

namespace allfold::node {

std::int64_t Waiting::nanoseconds() {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

void Waiting::yield(std::uint32_t yields) const {
  // Ranks that share processors need a few yields in each short call.
  constexpr std::uint32_t yields_of_short_call = 4;
  sched_yield();
  if (yields > yields_of_short_call) keep_going_();
}

}  // namespace allfold::node
