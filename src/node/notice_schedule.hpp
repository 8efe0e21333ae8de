/// @file NoticeSchedule: when a rank that waits long for other ranks reports it.
#pragma once

#include <array>
#include <bit>
#include <chrono>
#include <cstddef>
#include <optional>

namespace allfold::node {

/// The notices of one wait. Rank 0 reports first, and only rank 0 does if another rank is just a
/// little later than that. The other ranks report some seconds later, in case rank 0 is the late
/// one; of the ranks of a node, only the first one prints.
class NoticeSchedule {
 public:
  /// Each further notice of a job needs a longer wait: a first wait that ended well does not hide
  /// one that never ends.
  static constexpr std::array<std::chrono::seconds, 3> on_first_rank = {
      std::chrono::seconds(10), std::chrono::seconds(30), std::chrono::seconds(90)};

  /// `rank` is the number of this rank among those that wait. Times are those of a monotonic clock.
  explicit NoticeSchedule(int rank, std::chrono::nanoseconds begun = {})
      : rank_(rank), begun_(begun) {}

  /// Begins another wait.
  void begin(std::chrono::nanoseconds now) {
    begun_ = now;
    given_ = 0;
  }

  struct Notice {
    std::chrono::seconds waited;
    std::size_t number;  ///< how many notices of this wait were due before
  };
  /// A notice that is due, and that this function has not returned before.
  [[nodiscard]] std::optional<Notice> due(std::chrono::nanoseconds now) {
    if (now < next()) return std::nullopt;
    return Notice{.waited = patience(), .number = given_++};
  }

  /// When the next notice is due; the maximum if there is none.
  [[nodiscard]] std::chrono::nanoseconds next() const {
    return given_ < on_first_rank.size() ? begun_ + patience() : std::chrono::nanoseconds::max();
  }

 private:
  [[nodiscard]] std::chrono::seconds patience() const {
    constexpr std::chrono::seconds with_first_rank(2);
    const std::chrono::seconds of_first_rank = on_first_rank[given_];
    if (rank_ == 0) return of_first_rank;
    return of_first_rank + with_first_rank +
           std::chrono::seconds(std::bit_width(static_cast<unsigned>(rank_)) - 1);
  }

  int rank_;
  std::chrono::nanoseconds begun_;
  std::size_t given_ = 0;
};

}  // namespace allfold::node
