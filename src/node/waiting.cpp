#include "node/waiting.hpp"

namespace allfold::node {

std::int64_t Waiting::nanoseconds() { return system::nanoseconds(); }

void Waiting::yield(std::uint32_t yields) const {
  // Ranks that share processors need a few yields in each short call.
  constexpr std::uint32_t yields_of_short_call = 4;
  system::yield();
  if (yields > yields_of_short_call) keep_going_();
}

}  // namespace allfold::node
