/// @file compile: from an algorithm's Plan to the Program that runs.
#pragma once

#include "schedule/link.hpp"
#include "schedule/plan.hpp"
#include "schedule/segment.hpp"

namespace allfold {

/// The whole way: stages made one Schedule, receives directed, messages cut into segments, linked.
/// Everything that runs, and everything that is proved, has gone this way.
[[nodiscard]] Program compile(const Plan& plan, Binding binding,
                              const Segmentation& segmentation = {});

}  // namespace allfold
