#include "proof/scope.hpp"

#include <numeric>

#include "algorithms/programs.hpp"
#include "text/format.hpp"

namespace allfold::proof {

namespace {

constexpr int most_with_segments = 64;

}  // namespace

Scope scope_of(int ranks) {
  constexpr schedule::Pace as_ready = schedule::Pace::as_ready;
  Scope scope{.ranks = ranks,
              .roots = {},
              .segmentations = {{}, {.log2_segments = 2, .places = 1, .pace = as_ready}},
              .roots_in_segments = {}};
  if (ranks > algorithms::most_ranks_in_full) {
    scope.roots = {0, 1, ranks / 2, ranks - 1};
    scope.roots_in_segments = {ranks / 2};
    if (ranks > most_with_segments) scope.segmentations = {{}};
  } else {
    scope.segmentations.push_back({.log2_segments = 3, .places = 1});
    scope.segmentations.push_back({.log2_segments = 5, .places = 3, .pace = as_ready});
    scope.segmentations.push_back({.pace = as_ready});
    scope.roots.resize(static_cast<std::size_t>(ranks));
    std::iota(scope.roots.begin(), scope.roots.end(), 0);
    scope.roots_in_segments = scope.roots;
  }
  return scope;
}

std::string scope_text() {
  return text::format(
      "of each algorithm and number of ranks:\n  no deadlock with any buffering, no race, the same "
      "result on all ranks, each input once, in rank order where claimed, at the cost that its "
      "formula tells\n  roots: all up to {0} ranks, then 0, 1, p/2, p-1\n  parameters: all; of "
      "rounds that halve and rows above {0} ranks none, middle, all; pipelines of 1, 2, 3, 16 "
      "segments, above {0} ranks 1 and 3; every composition that auto can take, chains in as few "
      "segments\n  nodes, for what looks at them: 2, 3, 4 ranks to each, all, all but one, and in "
      "turn; above {0} ranks 4 to each, or in turn where their number is odd\n  buffers: separate, "
      "in place; messages whole and, up to {1} ranks, in segments; in step with the rounds, and as "
      "they are ready\n",
      algorithms::most_ranks_in_full, most_with_segments);
}

}  // namespace allfold::proof
