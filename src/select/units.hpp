/// @file Units: what there is of a vector to divide.
#pragma once

#include <cstdint>
#include <limits>

namespace allfold::select {

/// At the most so many pieces of a vector can be made: of its elements, which are never divided, or
/// one, where all of it has to stay together.
struct Units {
  /// So short that it does not matter: formulas divide vectors into equal shares.
  static constexpr std::int64_t many = std::numeric_limits<std::int64_t>::max();
  std::int64_t count = many;

  [[nodiscard]] bool are_many() const { return count == many; }
  /// Whether so many blocks can all have something.
  [[nodiscard]] bool suffice_for(std::int64_t blocks) const { return blocks <= count; }

  friend bool operator==(const Units&, const Units&) = default;
};

/// Rounding to whole elements adds less than one to each message. Of up to 64 B that is nothing beside
/// the latency; all predefined types are shorter.
[[nodiscard]] constexpr Units units_of(std::int64_t elements, std::int64_t element_bytes) {
  constexpr std::int64_t longest_of_many = 64;
  return element_bytes <= longest_of_many ? Units{} : Units{.count = elements};
}

inline constexpr Units undivided{.count = 1};

}  // namespace allfold::select
