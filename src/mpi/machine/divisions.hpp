/// @file Divisions: the ranks of a node in groups, by where they run.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "mpi/machine/locations.hpp"

namespace allfold::mpi::machine {

/// Ranks in groups: a partition of all ranks.
using Ranks = std::vector<int>;
using Groups = std::vector<Ranks>;

/// Clusters of fewer ranks, in the mean, are not worth a level.
inline constexpr std::size_t least_in_cluster = 4;

/// Where a rank's cache, NUMA node or socket has its number, and how many cores it has.
struct Domain {
  std::function<int(const Location&)> number;
  std::function<int(const Location&)> cores;
};

/// Divides each group by these numbers. Ranks without a number are divided into parts of as many
/// ranks as there are cores.
[[nodiscard]] Groups divided_by(const Groups& groups, std::span<const Location> locations,
                                const Domain& domain);

/// Divides groups that are too large for one cluster into even parts of successive ranks. Ranks
/// that share a core count as successive.
[[nodiscard]] Groups divided_by_size(const Groups& groups, std::span<const Location> locations);

}  // namespace allfold::mpi::machine
