/// @file Classes: the calls that a profile counts together.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <string>

#include "profile/clock.hpp"
#include "schedule/schedule.hpp"

namespace allfold::profile {

/// What calls of one class have in common, but for communicator and site.
struct Kind {
  schedule::Collective collective = schedule::Collective::allreduce;
  int size_class = 0;          ///< 0: no bytes; k: [2^(k-1), 2^k) bytes; `any_size`: merged
  std::string operation = {};  ///< "MPI_SUM"; "user-defined"
  std::string type = {};       ///< "MPI_DOUBLE"; "user-defined"
  std::string algorithm = {};  ///< what served, "native" for the MPI library
  std::string reason = {};     ///< why that

  static constexpr int any_size = -1;
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes the 0 that `= default` compares with.
  friend std::strong_ordering operator<=>(const Kind&, const Kind&) = default;
};

/// Calls of one collective that have found no place.
[[nodiscard]] inline Kind merged_kind(schedule::Collective collective) {
  return {.collective = collective,
          .size_class = Kind::any_size,
          .operation = "any",
          .type = "any",
          .algorithm = "any",
          .reason = "there were too many classes"};
}

/// Where calls come from; without an object where nobody asked.
struct Site {
  std::string object = {};    ///< the file of the program or library
  std::uint64_t offset = 0;   ///< in the object, as addr2line wants it
  std::string function = {};  ///< "" where the object does not export it
  std::uint64_t function_offset = 0;

  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes the 0 that `= default` compares with.
  friend std::strong_ordering operator<=>(const Site&, const Site&) = default;
};

[[nodiscard]] inline int size_class_of(std::int64_t bytes) {
  return static_cast<int>(
      std::bit_width(static_cast<std::uint64_t>(std::max<std::int64_t>(bytes, 0))));
}

/// Calls by how long they took, in steps of a factor of 4: the rare long calls are told apart from
/// those that a sample speaks for.
inline constexpr std::size_t durations = 24;
[[nodiscard]] inline std::size_t duration_class_of(Nanoseconds duration) {
  const auto width = std::bit_width(static_cast<std::uint64_t>(std::max<Nanoseconds>(duration, 0)));
  return std::min(static_cast<std::size_t>(width) / 2, durations - 1);
}

/// The lengths of vectors in a size class but `any_size`.
struct Lengths {
  std::int64_t from;
  std::int64_t below;
};
[[nodiscard]] inline Lengths lengths_of(int size_class) {
  if (size_class == 0) return {.from = 0, .below = 1};
  const std::int64_t from = std::int64_t{1} << static_cast<unsigned>(size_class - 1);
  return {.from = from, .below = 2 * from};
}

/// What was counted of one class on one rank.
struct Counted {
  std::uint64_t calls = 0;           ///< of which this rank is the one that counts
  std::uint64_t calls_in_place = 0;  ///< of these
  std::uint64_t bytes = 0;           ///< of these, all together
  Nanoseconds nanoseconds = 0;       ///< of all calls on this rank
  std::array<Nanoseconds, durations> by_duration = {};  ///< the same, by duration_class_of()
};

}  // namespace allfold::profile
