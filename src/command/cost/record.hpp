/// @file Estimates as JSON.
#pragma once

#include <string>
#include <vector>

#include "command/cost/estimate.hpp"

namespace allfold::command::cost {

/// The estimates for one number of ranks and one vector length, the cheapest first.
struct Ranking {
  algorithms::Task task;
  std::int64_t bytes;
  std::vector<Estimate> estimates;
  Estimate reproducible;
};

/// All rankings as JSON.
[[nodiscard]] std::string json_of(const allfold::cost::CostModel& model,
                                  const std::vector<Ranking>& rankings);

}  // namespace allfold::command::cost
