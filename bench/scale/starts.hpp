/// @file Starts: how ranks begin calls together, by the simulated clock that all of them read.
#pragma once

#include <functional>

namespace allfold::bench {

/// Seconds of the simulated clock.
[[nodiscard]] double now();
/// Returns then, or at once if that is over.
void wait_until(double then);

/// The greatest of all ranks' numbers, for all of them. By messages of its own: collective calls are
/// what is timed.
[[nodiscard]] double greatest_of_all(double own);

/// The moments at which all ranks begin something. Collective; what happens between two calls, or in
/// `prepare`, takes no simulated time.
class Starts {
 public:
  /// Runs `prepare` while no rank is in a call, and then, at one moment on all ranks, `call`. Returns
  /// the seconds from then to the end of the last rank's.
  double timed(const std::function<void()>& prepare, const std::function<void()>& call);

 private:
  double next_ = 0;
};

}  // namespace allfold::bench
