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
  std::shared_ptr<const rules::Rules> rules = {};  ///< never null when a choice is made
  cost::CostModel model = {};                      ///< ranks_per_node is ignored
  /// How far messages run ahead of the rounds on this network.
  schedule::Pace pace = schedule::Pace::in_step;
};

/// The model is that of the rules, or the default of the network if the rules have none. Parameters
/// that the user has set replace its own. The pace is that of Open MPI on such a network.
[[nodiscard]] Knowledge knowledge_of(const Configuration& configuration, Network network,
                                     std::shared_ptr<const rules::Rules> rules);
/// The same without rules.
[[nodiscard]] Knowledge knowledge_of(const Configuration& configuration, Network network);

/// The model for the problem: with its number of ranks per node, and with alpha for its number of
/// nodes.
[[nodiscard]] cost::CostModel model_for(const Problem& problem, const Knowledge& knowledge);

/// The model for the messages of `kernel`. If several ranks of a node share a link, the gap does
/// not hold for kernels of messages and is dropped. It holds for lanes, where one lane of each node
/// at a time is assumed to send.
[[nodiscard]] cost::CostModel as_met_by(const algorithms::Kernel& kernel, cost::CostModel model);

/// The seconds of a task by the formula of `kernel`, without contention for shared links.
[[nodiscard]] double formula_seconds(const algorithms::Kernel& kernel, const algorithms::Task& task,
                                     const cost::CostModel& model, double bytes);

}  // namespace allfold::select
