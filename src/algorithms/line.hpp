/// @file Line: ranks at equal distances, which a part of an algorithm works among.
#pragma once

#include <utility>

#include "algorithms/powers.hpp"
#include "algorithms/step.hpp"

namespace allfold::algorithms {

/// Members 0 ... count-1 in rank order, `distance` ranks apart. Each stands for a group of ranks
/// whose partial results hold what the group's ranks have; the lines through the groups' other
/// slots do the same beside this one.
struct Line {
  Collective collective = Collective::allreduce;
  int count = 1;
  int distance = 1;
  int first = 0;  ///< the rank of member 0
  int own = 0;    ///< which member this rank is
  int root = -1;  ///< reduce: the member whose group the root is in; -1: none

  [[nodiscard]] int rank_of(int member) const { return first + member * distance; }

  /// Where a step's result goes: for Allreduce to everyone, for Reduce to the member of the step
  /// that stands for the root; `stands_for_root(place)` tells which.
  template <class StandsForRoot>
  [[nodiscard]] int destination(int members, StandsForRoot stands_for_root) const {
    if (collective == Collective::allreduce) return Step::everyone;
    for (int place = 0; root >= 0 && place < members; ++place)
      if (stands_for_root(place)) return place;
    return Step::nobody;
  }

  /// The butterfly step of number `number`, among numbers 0 ... 2^k - 1, with number XOR 2^z.
  /// `member_of(number)` gives the members; `roots_number` is the root's.
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
          .root = task.collective == Collective::reduce ? task.root : -1};
}

}  // namespace allfold::algorithms
