/// @file Waiting: how a rank waits for other ranks of its node.
#pragma once

#include <algorithm>
#include <cstdint>

#include "system/processor.hpp"

namespace allfold::node {

/// Progresses MPI's messages. A rank that waits in shared memory may at the same time be needed by
/// a rank that waits for a message, and the MPI library progresses messages only inside its
/// functions.
using KeepGoing = void (*)();

/// Waits by polling memory: first it spins, then it yields the processor between polls. It yields
/// at once if the awaited rank may need this rank's processor. Not thread-safe.
///
/// A wait that is longer than a short call progresses MPI's messages as often as it polls: other
/// ranks may depend on either.
///
/// A rank that yields may get its processor back only after milliseconds if other programs run
/// there. So yielding is for ranks that share processors, and for waits that are long anyway.
class Waiting {
 public:
  /// `is_crowded`: the node has more ranks than processors.
  Waiting(KeepGoing keep_going, bool is_crowded)
      : keep_going_(keep_going), is_crowded_(is_crowded) {}

  /// For calls that do not wait, or not for long.
  void keep_messages_going() const { keep_going_(); }
  /// Nanoseconds of a monotonic clock.
  [[nodiscard]] static std::int64_t nanoseconds();
  /// How often memory is polled. `seldom`: its owner writes to it in every call, and a poll takes
  /// the cache line away from it.
  enum class Looks : std::uint8_t { often, seldom };
  /// Returns when ready() returns true. `shares_processor` says whether an awaited rank runs on
  /// this rank's processor. If so, yielding is better even with enough processors.
  template <class Ready, class SharesProcessor>
  void until(Ready ready, SharesProcessor shares_processor, Looks looks = Looks::often) {
    if (comes_soon(ready, looks)) return;
    if (!is_crowded_ && comes_while_spinning(ready, shares_processor, looks)) return;
    for (std::uint32_t yields = 1; !system::poll(ready); ++yields) yield(yields);
  }

 private:
  /// A few polls, which take less time than reading the clock is worth.
  template <class Ready>
  static bool comes_soon(Ready ready, Looks looks) {
    constexpr int often = 8;
    if (looks == Looks::seldom) {
      rest();
      return system::poll(ready);
    }
    for (int look = 0; look < often; ++look) {
      if (system::poll(ready)) return true;
      system::pause();
    }
    return false;
  }
  /// Limited by the clock, since the duration of a poll depends on what else the processor does.
  template <class Ready, class SharesProcessor>
  bool comes_while_spinning(Ready ready, SharesProcessor shares_processor, Looks looks) {
    if (shares_processor()) return false;
    const std::int64_t begin = nanoseconds();
    std::int64_t to_keep_going = begin + nanoseconds_of_short_call;
    while (!comes_soon(ready, looks)) {
      const std::int64_t now = nanoseconds();
      if (now >= begin + nanoseconds_of_spin) return false;
      if (now < to_keep_going) continue;
      keep_going_();
      if (shares_processor()) return false;
      to_keep_going = after_keeping_going(now);
    }
    return true;
  }
  /// When to progress messages next: half of the time is for polling, however long the MPI library
  /// takes. The limit covers the case that this rank lost its processor meanwhile.
  [[nodiscard]] static std::int64_t after_keeping_going(std::int64_t began) {
    const std::int64_t ended = nanoseconds();
    return ended + std::min(ended - began, most_nanoseconds_between_keep_going);
  }

  /// Pauses a few hundred nanoseconds: long enough that polling does not slow down the owner of the
  /// line.
  static void rest() {
    constexpr int pauses = 16;
    for (int i = 0; i < pauses; ++i) system::pause();
  }
  void yield(std::uint32_t yields) const;

  static constexpr std::int64_t nanoseconds_of_spin = 200'000;
  /// No wait in a short call is longer if all ranks have arrived.
  static constexpr std::int64_t nanoseconds_of_short_call = 1'000;
  static constexpr std::int64_t most_nanoseconds_between_keep_going = 10'000;

  KeepGoing keep_going_;
  bool is_crowded_;
};

}  // namespace allfold::node
