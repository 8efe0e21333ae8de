/// @file Units: what a vector can be divided into.
#pragma once

#include <cstdint>
#include <limits>

namespace allfold::select {

/// The largest number of pieces into which a vector can be divided: its elements, which are never
/// divided, or one if the vector has to stay whole.
struct Units {
  /// Elements are so short that rounding does not matter: formulas assume equal shares.
  static constexpr std::int64_t many = std::numeric_limits<std::int64_t>::max();
  std::int64_t count = many;

  [[nodiscard]] bool are_many() const { return count == many; }
  /// Whether each of `blocks` blocks can have a unit.
  [[nodiscard]] bool suffice_for(std::int64_t blocks) const { return blocks <= count; }

  friend bool operator==(const Units&, const Units&) = default;
};

/// Rounding to whole elements adds less than one element to each message. For elements of up to 64
/// B this is negligible beside the latency; all predefined types are shorter.
[[nodiscard]] constexpr Units units_of(std::int64_t elements, std::int64_t element_bytes) {
  constexpr std::int64_t longest_of_many = 64;
  return element_bytes <= longest_of_many ? Units{} : Units{.count = elements};
}

inline constexpr Units undivided{.count = 1};

}  // namespace allfold::select
