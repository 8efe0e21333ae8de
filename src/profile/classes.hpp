/// @file Classes: groups of calls that a profile counts together.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <string>

#include "profile/clock.hpp"
#include "schedule/collective.hpp"

namespace allfold::profile {

/// What the calls of one class have in common, apart from communicator and call site.
struct Kind {
  schedule::Collective collective = schedule::Collective::allreduce;
  int size_class = 0;          ///< 0: no bytes; k: [2^(k-1), 2^k) bytes; `any_size`: merged
  std::string operation = {};  ///< "MPI_SUM"; "user-defined"
  std::string type = {};       ///< "MPI_DOUBLE"; "user-defined"
  std::string algorithm = {};  ///< what served them; "native" for the MPI library
  std::string reason = {};     ///< why it served them

  static constexpr int any_size = -1;
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 flags the 0 of a defaulted <=>.
  friend std::strong_ordering operator<=>(const Kind&, const Kind&) = default;
};

/// The class of all calls of a collective that exceed the limit on the number of classes.
[[nodiscard]] inline Kind merged_kind(schedule::Collective collective) {
  return {.collective = collective,
          .size_class = Kind::any_size,
          .operation = "any",
          .type = "any",
          .algorithm = "any",
          .reason = "there were too many classes"};
}

/// A call site. `object` is empty unless call sites were requested.
struct Site {
  std::string object = {};    ///< file name of the program or library
  std::uint64_t offset = 0;   ///< offset in the object, as addr2line expects it
  std::string function = {};  ///< "" if the object does not export it
  std::uint64_t function_offset = 0;

  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 flags the 0 of a defaulted <=>.
  friend std::strong_ordering operator<=>(const Site&, const Site&) = default;
};

/// Number of duration classes. Each spans a factor of 4, so that rare long calls are separate from
/// the calls that a sample represents.
inline constexpr std::size_t durations = 24;
[[nodiscard]] inline std::size_t duration_class_of(Nanoseconds duration) {
  const auto width = std::bit_width(static_cast<std::uint64_t>(std::max<Nanoseconds>(duration, 0)));
  return std::min(static_cast<std::size_t>(width) / 2, durations - 1);
}

/// The range [from, below) of bytes in a size class other than `any_size`.
struct Lengths {
  std::int64_t from;
  std::int64_t below;
};
[[nodiscard]] inline Lengths lengths_of(int size_class) {
  if (size_class == 0) return {.from = 0, .below = 1};
  const std::int64_t from = std::int64_t{1} << static_cast<unsigned>(size_class - 1);
  return {.from = from, .below = 2 * from};
}

/// Counters of one class on one rank.
struct Counted {
  std::uint64_t calls = 0;           ///< calls that this rank counts; one rank counts each call
  std::uint64_t calls_in_place = 0;  ///< of these calls
  std::uint64_t bytes = 0;           ///< total of these calls
  Nanoseconds nanoseconds = 0;       ///< total time of all calls on this rank
  std::array<Nanoseconds, durations> by_duration = {};  ///< the same by duration_class_of()
};

}  // namespace allfold::profile
