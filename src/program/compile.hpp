/// @file compile: from an algorithm's Plan to the Program that runs.
#pragma once

#include "program/program.hpp"
#include "program/segmentation.hpp"
#include "schedule/plan.hpp"

namespace allfold::program {

/// Compiles a Plan: merges its stages into one Schedule, redirects receives, cuts messages into
/// segments, and links. Everything that runs, and everything that is proved, is compiled this way.
[[nodiscard]] Program compile(schedule::Plan plan, Binding binding,
                              const Segmentation& segmentation = {});

/// The same in two parts, for callers that compile one Schedule to several Programs. First the part
/// that does not depend on the segmentation: the Schedule of the whole Plan for one binding.
[[nodiscard]] schedule::Schedule directed(schedule::Schedule flat, Binding binding);
/// Then the rest.
[[nodiscard]] Program compile(const schedule::Schedule& directed, Binding binding,
                              const Segmentation& segmentation);

}  // namespace allfold::program
