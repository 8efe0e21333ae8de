#include "algorithms/composition_holders.hpp"

#include <algorithm>

#include "algorithms/elimination.hpp"
#include "algorithms/powers.hpp"

namespace allfold::algorithms {

namespace {

using Kind = Factor::Kind;

/// How the groups of a factor hold what they had in common before it: each of `shares` shares is
/// held by `copies` groups.
struct Division {
  std::int64_t shares;
  std::int64_t copies;
};

Division division_of(const Factor& factor) {
  const std::int64_t shares = blocks_of(factor);
  if (is_exchange(factor)) return {.shares = shares, .copies = factor.groups / shares};
  return {.shares = shares, .copies = power(floor_log2(factor.groups)) / shares};
}

/// A share, and which of the groups that hold it.
struct Part {
  std::int64_t share;
  std::int64_t copy;
};

/// The part with a number: halvings take its bits from the lowest on, each the upper or the lower
/// half.
Part part_of_number(const Factor& factor, int number) {
  const int halvings = floor_log2(static_cast<int>(division_of(factor).shares));
  return {.share = reversed_bits(number & (power(halvings) - 1), halvings),
          .copy = number >> halvings};
}

int number_of_part(const Factor& factor, const Part& part) {
  const int halvings = floor_log2(static_cast<int>(division_of(factor).shares));
  return reversed_bits(static_cast<int>(part.share), halvings) +
         (static_cast<int>(part.copy) << halvings);
}

/// The group that holds a part.
int group_of(const Factor& factor, const Part& part) {
  switch (factor.kind) {
    case Kind::overlapping:
      return survivor_overlapping(factor.groups, number_of_part(factor, part));
    case Kind::non_overlapping:
      return survivor_non_overlapping(factor.groups, number_of_part(factor, part));
    // Those of the largest power of two, which come first.
    case Kind::blocks: return number_of_part(factor, part);
    default: return static_cast<int>(factor.halvings > 0 ? part.share : part.copy);
  }
}

/// The part that a group holds; of share -1 if it holds none.
Part part_of(const Factor& factor, int group) {
  int number = group;
  switch (factor.kind) {
    case Kind::overlapping: number = number_overlapping(factor.groups, group); break;
    case Kind::non_overlapping: number = number_non_overlapping(factor.groups, group); break;
    case Kind::blocks:
      if (group >= power(floor_log2(factor.groups))) number = -1;
      break;
    default:
      return factor.halvings > 0 ? Part{.share = group, .copy = 0}
                                 : Part{.share = 0, .copy = group};
  }
  return number < 0 ? Part{.share = -1, .copy = 0} : part_of_number(factor, number);
}

}  // namespace

bool leaves_pieces(const Composition& composition) {
  return composition.empty() ||
         (composition.back().kind != Kind::tree && composition.back().kind != Kind::chain);
}

CompositionHolders::CompositionHolders(const Task& task, const Composition& composition)
    : composition_(composition),
      blocks_(blocks_for(task, algorithms::blocks_of(composition))),
      ranks_(task.ranks) {
  for (const Factor& factor : composition) {
    const Division division = division_of(factor);
    pieces_ *= division.shares;
    holders_ *= division.copies;
  }
}

bool CompositionHolders::hold_their_own() const {
  // After one exchange among all, or after exchanges of whole pieces.
  const bool are_exchanges = std::ranges::all_of(composition_, is_exchange);
  return are_exchanges && (composition_.size() <= 1 || pieces_ == 1);
}

schedule::Blocks CompositionHolders::held_by(int rank) const {
  schedule::Blocks held{.first = 0, .last = blocks_};
  for (const Factor& factor : composition_) {
    const Part part = part_of(factor, rank % factor.groups);
    if (part.share < 0) return {};
    held = share_of(held, part.share, division_of(factor).shares);
    rank /= factor.groups;
  }
  return held;
}

int CompositionHolders::holder_of(std::int64_t block, int receiver) const {
  if (held_by(receiver).contains({.first = block, .last = block + 1})) return receiver;
  const std::int64_t piece = blocks_ / pieces_;
  // The place of the receiver among those that want blocks of the piece.
  std::int64_t turn = receiver - block / piece * piece / (blocks_ / ranks_);
  schedule::Blocks range{.first = 0, .last = blocks_};
  std::int64_t holder = 0;
  std::int64_t distance = 1;
  for (const Factor& factor : composition_) {
    const Division division = division_of(factor);
    const std::int64_t share = (block - range.first) / (range.size() / division.shares);
    range = share_of(range, share, division.shares);
    holder += distance * group_of(factor, {.share = share, .copy = turn % division.copies});
    turn /= division.copies;
    distance *= factor.groups;
  }
  return static_cast<int>(holder);
}

}  // namespace allfold::algorithms
