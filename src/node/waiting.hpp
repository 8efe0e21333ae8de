/// @file Waiting: how a rank waits for others of its node.
#pragma once

#include <algorithm>
#include <cstdint>

namespace allfold::node {

/// Keeps MPI's messages going. A rank that waits here may be the one that another waits for in a
/// message, which the MPI library moves only inside its functions.
using KeepGoing = void (*)();

/// Waits, in memory, first with the processor for itself, then letting others have it; at once, if
/// the one that is waited for may need this one's. Used by one thread at a time.
///
/// A wait that lasts longer than a short call looks after MPI's messages as often as after memory:
/// other ranks may depend on each of them, and the MPI library's own waits do nothing else.
///
/// Who lets others have the processor may get it back after milliseconds, if other programs run
/// there: that is for ranks which share processors, and for waits that are long anyway.
class Waiting {
 public:
  /// With `is_crowded` there are more ranks here than processors.
  Waiting(KeepGoing keep_going, bool is_crowded)
      : keep_going_(keep_going), is_crowded_(is_crowded) {}

  /// For calls that need not wait, or not for long.
  void keep_messages_going() const { keep_going_(); }
  /// Of a clock that only goes on.
  [[nodiscard]] static std::int64_t nanoseconds();
  /// How often memory is looked at. `seldom`: its owner writes to it in every call, and a look takes
  /// the cache line away.
  enum class Looks : std::uint8_t { often, seldom };
  /// Returns when ready() does so. Where shares_processor(), one that is waited for runs on this
  /// rank's processor, though there are enough: the system had others for them before.
  template <class Ready, class SharesProcessor>
  void until(Ready ready, SharesProcessor shares_processor, Looks looks = Looks::often) {
    if (comes_soon(ready, looks)) return;
    if (!is_crowded_ && comes_while_spinning(ready, shares_processor, looks)) return;
    for (std::uint32_t yields = 1; !ready(); ++yields) yield(yields);
  }

 private:
  /// A few looks, which take less time than a look at the clock is worth.
  template <class Ready>
  static bool comes_soon(Ready ready, Looks looks) {
    constexpr int often = 8;
    if (looks == Looks::seldom) {
      rest();
      return ready();
    }
    for (int look = 0; look < often; ++look) {
      if (ready()) return true;
      pause();
    }
    return false;
  }
  /// By the clock: how long a number of looks takes depends on what else the processor does.
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
  /// Half of the time is for memory, however long the MPI library takes; but it may have taken long
  /// because this rank lost its processor.
  [[nodiscard]] static std::int64_t after_keeping_going(std::int64_t began) {
    const std::int64_t ended = nanoseconds();
    return ended + std::min(ended - began, most_nanoseconds_between_keep_going);
  }

  /// For so long that who waits does not disturb who is waited for: some hundred nanoseconds.
  static void rest() {
    constexpr int pauses = 16;
    for (int i = 0; i < pauses; ++i) pause();
  }
  static void pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield" ::: "memory");
#endif
  }
  void yield(std::uint32_t yields) const;

  static constexpr std::int64_t nanoseconds_of_spin = 200'000;
  /// Where all ranks have come to a short call, no wait in it is longer.
  static constexpr std::int64_t nanoseconds_of_short_call = 1'000;
  static constexpr std::int64_t most_nanoseconds_between_keep_going = 10'000;

  KeepGoing keep_going_;
  bool is_crowded_;
};

}  // namespace allfold::node
