/// @file compile: from an algorithm's Plan to the Program that runs.
#pragma once

#include "program/program.hpp"
#include "program/segmentation.hpp"
#include "schedule/plan.hpp"

namespace allfold::program {

/// The whole way: stages made one Schedule, receives directed, messages cut into segments, linked.
/// Everything that runs, and everything that is proved, has gone this way.
[[nodiscard]] Program compile(schedule::Plan plan, Binding binding,
                              const Segmentation& segmentation = {});

/// The way in two parts, for who goes on from one Schedule to several Programs. First what does not
/// depend on the segmentation: a Schedule of the whole Plan for one binding.
[[nodiscard]] schedule::Schedule directed(schedule::Schedule flat, Binding binding);
/// Then the rest of the way.
[[nodiscard]] Program compile(const schedule::Schedule& directed, Binding binding,
                              const Segmentation& segmentation);

}  // namespace allfold::program
