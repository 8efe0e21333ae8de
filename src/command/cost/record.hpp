/// @file Estimates for other programs.
#pragma once

#include <string>
#include <vector>

#include "command/cost/estimate.hpp"

namespace allfold::command::cost {

/// The estimates of one number of ranks and one length of vectors, the cheapest first.
struct Ranking {
  algorithms::Task task;
  std::int64_t bytes;
  std::vector<Estimate> estimates;
  Estimate reproducible;
};

/// All of them as JSON.
[[nodiscard]] std::string json_of(const allfold::cost::CostModel& model,
                                  const std::vector<Ranking>& rankings);

}  // namespace allfold::command::cost
