/// @file Winners: which kernel is the cheapest, over numbers of ranks and lengths of vectors.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/kernel.hpp"
#include "algorithms/registry.hpp"

namespace allfold::command::cost {

/// The map of winners; rows are numbers of bytes, columns numbers of ranks.
struct WinnerMap {
  schedule::Collective collective = schedule::Collective::allreduce;
  std::vector<int> ranks;
  std::vector<std::int64_t> bytes;
  std::vector<std::vector<const algorithms::Kernel*>> winners;  ///< by bytes, then ranks

  /// Those that win somewhere, in the registry's order.
  [[nodiscard]] std::vector<const algorithms::Kernel*> kernels() const;
};

/// Of kernels that cost the same the one that stands first in the registry wins: a composition
/// only where it is better than what it is composed of.
[[nodiscard]] WinnerMap winner_map(schedule::Collective collective, std::vector<int> ranks,
                                   std::vector<std::int64_t> bytes,
                                   const allfold::cost::CostModel& model);

/// A letter for each kernel, and which letter is which.
[[nodiscard]] std::string text_of(const WinnerMap& map);
/// A colour for each kernel, as SVG with the machine in its title.
[[nodiscard]] std::string svg_of(const WinnerMap& map, std::string_view machine);

}  // namespace allfold::command::cost
