/// @file Winners: the cheapest kernel for each number of ranks and vector length.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/kernel.hpp"
#include "algorithms/registry.hpp"

namespace allfold::command::cost {

/// A map of the cheapest kernels. Rows are sizes in bytes, columns are numbers of ranks.
struct WinnerMap {
  schedule::Collective collective = schedule::Collective::allreduce;
  std::vector<int> ranks;
  std::vector<std::int64_t> bytes;
  std::vector<std::vector<const algorithms::Kernel*>> winners;  ///< by bytes, then ranks

  /// The kernels that win at least one cell, in the registry's order.
  [[nodiscard]] std::vector<const algorithms::Kernel*> kernels() const;
};

/// If kernels cost the same, the first in the registry wins. A composition therefore wins only
/// where it is cheaper than its parts.
[[nodiscard]] WinnerMap winner_map(schedule::Collective collective, std::vector<int> ranks,
                                   std::vector<std::int64_t> bytes,
                                   const allfold::cost::CostModel& model);

/// The map with one letter per kernel, and a legend.
[[nodiscard]] std::string text_of(const WinnerMap& map);
/// The map as SVG with one colour per kernel. The title names the machine.
[[nodiscard]] std::string svg_of(const WinnerMap& map, std::string_view machine);

}  // namespace allfold::command::cost
