#include "algorithms/tree_f.hpp"

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

}  // namespace allfold::algorithms
