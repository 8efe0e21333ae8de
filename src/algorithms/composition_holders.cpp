#include "algorithms/composition_holders.hpp"

#include <algorithm>
#include <numeric>

namespace allfold::algorithms {

namespace {

/// The groups 0 ... count-1.
std::vector<int> all_groups(int count) {
  std::vector<int> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

}  // namespace

CompositionHolders::CompositionHolders(const Composition& composition, std::int64_t blocks,
                                       LastFactor last)
    : blocks_(blocks) {
  for (const Factor& factor : composition) {
    Level level{.groups = factor.groups, .held = {}};
    if (!is_exchange(factor)) {
      const auto some = std::ranges::find_if_not(last, &schedule::Blocks::empty);
      level.shares = algorithms::blocks_of({factor}) / some->size();
      level.held.resize(static_cast<std::size_t>(level.shares));
      for (int group = 0; group < factor.groups; ++group)
        if (const schedule::Blocks held = last[static_cast<std::size_t>(group)]; !held.empty())
          level.held[static_cast<std::size_t>(held.first / held.size())].push_back(group);
    } else if (factor.halvings == 0) {
      level.held = {all_groups(factor.groups)};
    } else {
      level.shares = factor.groups;
      for (const int group : all_groups(factor.groups)) level.held.push_back({group});
    }
    pieces_ *= level.shares;
    ranks_ *= level.groups;
    levels_.push_back(std::move(level));
  }
}

schedule::Blocks CompositionHolders::held_by(int rank) const {
  schedule::Blocks held{.first = 0, .last = blocks_};
  for (const Level& level : levels_) {
    const int group = rank % level.groups;
    const auto share = std::ranges::find_if(level.held, [&](const std::vector<int>& groups) {
      return std::ranges::binary_search(groups, group);
    });
    if (share == level.held.end()) return {};
    held = share_of(held, share - level.held.begin(), level.shares);
    rank /= level.groups;
  }
  return held;
}

int CompositionHolders::holder_of(std::int64_t block, int receiver) const {
  schedule::Blocks piece{.first = 0, .last = blocks_};
  std::vector<const std::vector<int>*> choices;
  int numbers = receiver;  // of the receiver's groups, by factor
  bool holds_itself = true;
  for (const Level& level : levels_) {
    const std::int64_t share = (block - piece.first) / (piece.size() / level.shares);
    piece = share_of(piece, share, level.shares);
    choices.push_back(&level.held[static_cast<std::size_t>(share)]);
    holds_itself =
        holds_itself && std::ranges::binary_search(*choices.back(), numbers % level.groups);
    numbers /= level.groups;
  }
  if (holds_itself) return receiver;
  // The place of the receiver among those that want blocks of the piece.
  std::int64_t turn = receiver - piece.first / (blocks_ / ranks_);
  std::int64_t holder = 0;
  std::int64_t distance = 1;
  for (std::size_t i = 0; i < levels_.size(); ++i) {
    const auto count = static_cast<std::int64_t>(choices[i]->size());
    holder += distance * (*choices[i])[static_cast<std::size_t>(turn % count)];
    turn /= count;
    distance *= levels_[i].groups;
  }
  return static_cast<int>(holder);
}

std::int64_t CompositionHolders::fewest_holders() const {
  std::int64_t fewest = 1;
  for (const Level& level : levels_)
    fewest *=
        static_cast<std::int64_t>(std::ranges::min(level.held, {}, &std::vector<int>::size).size());
  return fewest;
}

}  // namespace allfold::algorithms
