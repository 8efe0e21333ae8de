/// @file Line: ranks at equal distances, among which a part of an algorithm works.
#pragma once

#include <utility>

#include "algorithms/powers.hpp"
#include "algorithms/step.hpp"

namespace allfold::algorithms {

/// Members 0 ... count-1 in rank order, `distance` ranks apart. Each member stands for a group of
/// ranks: its partial result covers the group. The lines through the other slots of the groups do
/// the same at the same time.
struct Line {
  Collective collective = Collective::allreduce;
  int count = 1;
  int distance = 1;
  int first = 0;  ///< the rank of member 0
  int own = 0;    ///< which member this rank is
  int root = -1;  ///< the member whose group the root is in; -1: none

  [[nodiscard]] int rank_of(int member) const { return first + member * distance; }

  /// The destination of a step's result: everyone if the whole result goes to all ranks; otherwise
  /// the member of the step for which `stands_for_root(place)` is true, or nobody.
  template <class StandsForRoot>
  [[nodiscard]] int destination(int members, StandsForRoot stands_for_root) const {
    if (goes_to_all(collective)) return Step::everyone;
    for (int place = 0; root >= 0 && place < members; ++place)
      if (stands_for_root(place)) return place;
    return Step::nobody;
  }

  /// The butterfly step in which `number`, of 0 ... 2^k - 1, exchanges with number XOR 2^z.
  /// `member_of(number)` is the member with that number; `roots_number` is the root's number.
  template <class MemberOf>
  [[nodiscard]] Step butterfly(int z, int number, int roots_number, Step::Form form,
                               MemberOf member_of) const {
    const int lower = number & ~power(z);
    return {.kind = Step::Kind::butterfly,
            .form = form,
            .members = {rank_of(member_of(lower)), rank_of(member_of(lower | power(z)))},
            .place = number >> z & 1,
            .destination = destination(
                2, [&](int place) { return roots_number >> z == (lower >> z) + place; })};
  }
};

/// All ranks of a task as one line.
[[nodiscard]] inline Line line_of(const Task& task) {
  return {.collective = task.collective,
          .count = task.ranks,
          .own = task.rank,
          .root = has_root(task.collective) ? task.root : -1};
}

}  // namespace allfold::algorithms
