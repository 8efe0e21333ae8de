#include "algorithms/tree_f.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/fold.hpp"

namespace allfold::algorithms {

void reduce_as_f(Author& author, const std::vector<Memory>& contributions, Blocks blocks) {
  const Fold fold(static_cast<int>(contributions.size()));
  const auto merge = [&](Memory left, Memory right, bool is_last) {
    const Memory into = is_last ? Memory::result : is_scratch(left) ? left : right;
    author.reduce({.into = into, .left = left, .right = right, .blocks = blocks});
    return into;
  };
  std::vector<Memory> level;
  for (int n = 0; n < fold.numbers(); ++n) {
    const auto first = static_cast<std::size_t>(fold.first_rank(n));
    level.push_back(n < fold.pairs() ? merge(contributions[first], contributions[first + 1], false)
                                     : contributions[first]);
  }
  while (level.size() > 1) {
    const std::vector<Memory> below = std::exchange(level, {});
    for (std::size_t i = 0; i < below.size(); i += 2)
      level.push_back(merge(below[i], below[i + 1], below.size() == 2));
  }
}

void climb_f(Steps& steps, const Line& line) {
  const Fold fold(line.count, std::max(line.root, 0));
  const int number = fold.number(line.own);
  const int root = fold.number(std::max(line.root, 0));
  // A range of numbers is headed by the root's, if that is inside, else by its lowest.
  const auto head = [&](int first, int count) {
    return first <= root && root < first + count ? root : first;
  };
  const auto merge = [&](int lower, int upper, int survivor) {
    steps.take(
        {.kind = Step::Kind::two_one,
         .form = Step::Form::full,
         .members = {line.rank_of(lower), line.rank_of(upper)},
         .place = line.own == lower ? 0 : 1,
         .destination = line.collective == Collective::allreduce ? Step::everyone : Step::nobody,
         .survivor = survivor == lower ? 0 : 1,
         .phase = Phase::tree});
  };
  if (fold.is_paired(line.own)) {
    const int first = fold.first_rank(number);
    merge(first, first + 1, fold.survivor(number));
  }
  for (int level = 0; level < fold.rounds() && steps.is_active(); ++level) {
    const int count = power(level);
    const int first = number & ~(2 * count - 1);
    merge(fold.survivor(head(first, count)), fold.survivor(head(first + count, count)),
          fold.survivor(head(first, 2 * count)));
  }
}

}  // namespace allfold::algorithms
