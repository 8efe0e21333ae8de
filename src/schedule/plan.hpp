/// @file Plan: an algorithm as a sequence of stages among groups of ranks.
///
/// A flat kernel is a Plan of one stage. A 2-D mesh has a stage along the rank's row, then one
/// along its column. The input of a stage is, for each block, what the stages before have written
/// to the rank's result, or the rank's own input if they have not written the block.
#pragma once

#include <vector>

#include "schedule/schedule.hpp"

namespace allfold::schedule {

/// What carries a stage. In shared memory the group's engine computes, for every element, the same
/// expression as the stage's Schedule. Proofs, pictures, and ranks without shared memory use the
/// Schedule.
enum class Medium : std::uint8_t { messages, shared_memory };

/// What the ranks of a group do together in shared memory, in one stage of a Plan of several.
struct Shared {
  enum class Kind : std::uint8_t {
    scatter,  ///< each of the first `lanes` members gets the reduction of its slice
    gather,   ///< these slices go to all members, or to the root
  };
  Kind kind = Kind::scatter;
  int lanes = 1;
  static constexpr int everyone = -1;
  int root = everyone;  ///< gather: the member that gets the result
};

/// One stage of a Plan, as one rank sees it.
struct Stage {
  /// The ranks that take part, by their number in the stage's Schedule; empty: all ranks, in order.
  std::vector<int> group;
  /// The Plan's blocks that the stage works on; a multiple of the Schedule's number of blocks.
  Blocks slice;
  Schedule schedule;
  Medium medium = Medium::messages;
  Shared shared = {};  ///< with Medium::shared_memory, where the Plan has several stages
};

/// What one rank does. `blocks` is the number of blocks of the whole vector: with stages on slices
/// the product of the stages' blocks, so that slices nest exactly.
struct Plan {
  int ranks = 1;
  int rank = 0;
  std::int64_t blocks = 1;
  std::vector<Stage> stages;
  /// If there are several stages: as Schedule::divisions, for the whole vector.
  std::vector<std::int64_t> divisions = {};
};

/// The Plan of one stage that is `schedule`, among all ranks on the whole vector.
[[nodiscard]] Plan flat_plan(Schedule schedule, Medium medium = Medium::messages);

/// The stages of a Plan, one after the other, as one Schedule of the Plan's ranks and blocks.
/// Stages share scratch vectors, so that the Schedule has as many as the stage that needs the most.
/// The pace is as_ready if that of any stage is.
[[nodiscard]] Schedule flatten(Plan plan);

}  // namespace allfold::schedule
