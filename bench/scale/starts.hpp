/// @file Starts: makes ranks begin calls together, by the simulated clock that all of them read.
#pragma once

#include <functional>

namespace allfold::bench {

/// Seconds on the simulated clock.
[[nodiscard]] double now();
/// Returns at `then`, or at once if `then` is over.
void wait_until(double then);

/// The maximum over all ranks, on all ranks. Uses its own messages, because collective calls are
/// what is timed.
[[nodiscard]] double greatest_of_all(double own);

/// Lets all ranks start at the same time. Collective. Work between two calls, or in `prepare`, takes
/// no simulated time.
class Starts {
 public:
  /// Runs `prepare` while no rank is in a call, then `call` at the same moment on all ranks.
  /// Returns the seconds from that moment to the end of the last rank's call.
  double timed(const std::function<void()>& prepare, const std::function<void()>& call);

 private:
  double next_ = 0;
};

}  // namespace allfold::bench
