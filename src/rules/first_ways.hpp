/// @file First ways: rules for the ways of long vectors through shared memory.
#pragma once

#include <cstdint>
#include <vector>

#include "rules/rules.hpp"

namespace allfold::rules {

/// The first way that is known for one length.
struct KnownWay {
  schedule::Collective collective = schedule::Collective::allreduce;
  int ranks = 2;           ///< of the node
  std::int64_t bytes = 1;  ///< of a vector
  algorithms::WayParameter first = algorithms::WayParameter::sliced;
  RuleAuthor by = RuleAuthor::person;
  int line = 0;  ///< of the file; 0: from no file
};

/// The rules that name these ways, for lengths that are nearer to the known one than to others, and
/// at most a factor of about four away: beyond that other things matter, such as the size of a
/// cache. Lengths are compared by the largest power of two that does not exceed them. If two known
/// lengths are equally near, the shorter one counts.
[[nodiscard]] std::vector<Rule> rules_of(const std::vector<KnownWay>& known);

/// The fastest ways of measurements of all ways, as the tuner knows them.
[[nodiscard]] std::vector<KnownWay> fastest_ways(const std::vector<Measurement>& measured_ways);

}  // namespace allfold::rules
