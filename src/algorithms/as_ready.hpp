/// @file Plans whose messages do not keep in step with the rounds.
#pragma once

#include "algorithms/task.hpp"
#include "schedule/plan.hpp"

namespace allfold::algorithms {

/// The Plan of `generate`, with messages that wait for their data only (Pace::as_ready). For
/// algorithms whose rounds overlap, such as trees down which results go while segments go up.
template <Plan (*generate)(const Task& task)>
Plan as_ready(const Task& task) {
  Plan plan = generate(task);
  for (schedule::Stage& stage : plan.stages) stage.schedule.pace = schedule::Pace::as_ready;
  return plan;
}

}  // namespace allfold::algorithms
