/// @file Plans whose messages do not keep in step with the rounds.
#pragma once

#include "algorithms/task.hpp"
#include "schedule/plan.hpp"

namespace allfold::algorithms {

/// Plans of that generator, whose rounds overlap: what comes up a tree goes down it at the same
/// time.
template <Plan (*generate)(const Task& task)>
Plan as_ready(const Task& task) {
  Plan plan = generate(task);
  for (schedule::Stage& stage : plan.stages) stage.schedule.pace = schedule::Pace::as_ready;
  return plan;
}

}  // namespace allfold::algorithms
