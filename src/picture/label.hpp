/// @file Labels: how pictures write blocks, ranks and what is held, as in "A-D 0-1".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "algorithms/kernel.hpp"
#include "cost/critical_path.hpp"
#include "picture/trace.hpp"
#include "schedule/plan.hpp"

namespace allfold::picture {

/// A, B, ..., Z, AA, AB, ...
[[nodiscard]] std::string name_of_block(std::int64_t block);
/// "A-D,F"
[[nodiscard]] std::string text_of(const std::vector<schedule::Blocks>& blocks);
/// "0-3,5"
[[nodiscard]] std::string text_of(const Ranks& ranks);
/// The ranks of a holding: "0-3", or "{0-3}" if they are not reduced yet.
[[nodiscard]] std::string ranks_of(const Holding& holding);
/// "A-D 0-3"
[[nodiscard]] std::string text_of(const Holding& holding);
/// "A 0-3; B-D 0"
[[nodiscard]] std::string text_of(const Holdings& holdings);
[[nodiscard]] std::string_view name_of(schedule::Phase phase);

/// What a picture shows.
struct Caption {
  std::string kernel;  ///< with its parameters
  schedule::Collective collective = schedule::Collective::allreduce;
  int root = 0;  ///< of a collective that has one
  cost::Cost cost;
  algorithms::Carrier carrier = algorithms::Carrier::messages;
};

/// "binary-blocks, reduce to rank 3 of 13"
[[nodiscard]] std::string title_of(const Caption& caption, const Trace& trace);
/// "13 rounds, volume 3.5 m, reductions 1.125 m; 8 blocks, A-H"
[[nodiscard]] std::string cost_of(const Caption& caption, const Trace& trace);

}  // namespace allfold::picture
