/// @file Knowledge: what a rank has seen of other ranks' accesses, on which its later ones depend.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace allfold::node_check {

inline constexpr std::size_t most_ranks = 8;

/// A vector clock: by rank, up to which time that rank's accesses happen before what follows. The
/// time of a rank is the number of its releases.
using Times = std::array<std::uint32_t, most_ranks>;

struct Knowledge {
  Times times = {};
  /// By variable: the number of the oldest store that may still be loaded. Variables beyond the end
  /// have 0.
  std::vector<std::uint32_t> oldest;

  [[nodiscard]] std::uint32_t oldest_of(std::size_t variable) const {
    return variable < oldest.size() ? oldest[variable] : 0;
  }
  void note(std::size_t variable, std::uint32_t store) {
    if (variable >= oldest.size()) oldest.resize(variable + 1);
    oldest[variable] = std::max(oldest[variable], store);
  }
  void join(const Knowledge& other) {
    for (std::size_t rank = 0; rank < times.size(); ++rank)
      times[rank] = std::max(times[rank], other.times[rank]);
    if (other.oldest.size() > oldest.size()) oldest.resize(other.oldest.size());
    for (std::size_t i = 0; i < other.oldest.size(); ++i)
      oldest[i] = std::max(oldest[i], other.oldest[i]);
  }
};

}  // namespace allfold::node_check
