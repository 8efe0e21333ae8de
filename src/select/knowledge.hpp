/// @file Knowledge: what is known of the machine that ranks are on.
#pragma once

#include <memory>

#include "algorithms/kernel.hpp"
#include "cost/model.hpp"
#include "rules/rules.hpp"
#include "schedule/schedule.hpp"
#include "select/configuration.hpp"
#include "select/network.hpp"
#include "select/problem.hpp"

namespace allfold::select {

/// What is known of the machine that a communicator's ranks are on.
struct Knowledge {
  std::shared_ptr<const rules::Rules> rules = {};  ///< never null where there is a choice to make
  cost::CostModel model = {};                      ///< ranks_per_node does not count
  /// How far messages run ahead of the rounds on this network.
  schedule::Pace pace = schedule::Pace::in_step;
};

/// The model is that of the network's kind, but where the rules have one, and but for what the user
/// has set. The pace is that of Open MPI by such a network.
[[nodiscard]] Knowledge knowledge_of(const Configuration& configuration, Network network,
                                     std::shared_ptr<const rules::Rules> rules);
/// The same without rules.
[[nodiscard]] Knowledge knowledge_of(const Configuration& configuration, Network network);

/// The machine, with as many ranks on a node as the problem has.
[[nodiscard]] cost::CostModel model_for(const Problem& problem, const Knowledge& knowledge);

/// The machine as the messages of `kernel` meet it. Those of ranks that share a link do not follow
/// each other as the gap says: of each node one lane at a time is taken to send.
[[nodiscard]] cost::CostModel as_met_by(const algorithms::Kernel& kernel, cost::CostModel model);

/// What the formula of `kernel` says of a task there, in seconds, without what messages wait for
/// links that ranks share.
[[nodiscard]] double formula_seconds(const algorithms::Kernel& kernel, const algorithms::Task& task,
                                     const cost::CostModel& model, double bytes);

}  // namespace allfold::select
