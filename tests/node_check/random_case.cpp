#include "node_check/random_case.hpp"

#include <algorithm>
#include <numeric>
#include <random>

#include "node_check/knowledge.hpp"
#include "text/format.hpp"

namespace allfold::testing {

namespace {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : random_(seed) {}
  /// 0, 1, ..., number - 1.
  int below(int number) { return static_cast<int>(random_() % static_cast<std::uint64_t>(number)); }
  bool is_one_in(int number) { return below(number) == 0; }
  template <class Value>
  Value one_of(std::initializer_list<Value> values) {
    return values.begin()[below(static_cast<int>(values.size()))];
  }
  void shuffle(std::vector<int>& values) {
    for (std::size_t left = values.size(); left > 1; --left)
      std::swap(values[left - 1], values[static_cast<std::size_t>(below(static_cast<int>(left)))]);
  }

 private:
  std::mt19937_64 random_;
};

/// Clusters of 1 to 3 ranks, and of 1 to 3 clusters.
node::Hierarchy random_hierarchy(int ranks, Dice& dice) {
  node::Hierarchy hierarchy = node::Hierarchy::flat(ranks);
  if (ranks < 3 || dice.is_one_in(3)) return hierarchy;
  if (dice.is_one_in(3)) dice.shuffle(hierarchy.ranks);
  std::vector<int> below(hierarchy.ranks.size());
  std::iota(below.begin(), below.end(), 0);
  for (std::size_t level = 0; level < node::most_levels && below.size() > 2; ++level) {
    std::vector<int> starts;
    for (std::size_t next = 0; next < below.size();
         next += 1 + static_cast<std::size_t>(dice.below(3)))
      starts.push_back(below[next]);
    if (starts.size() < 2 || starts.size() == below.size()) break;
    using Use = node::Hierarchy::Use;
    const bool is_of_all =
        level == 0 || (level < node::most_levels_of_all_calls && dice.is_one_in(2));
    hierarchy.levels.push_back(
        {.starts = starts, .use = is_of_all ? Use::all_calls : Use::long_vectors});
    below = starts;
  }
  return hierarchy;
}

CheckedCall random_call(int ranks, Dice& dice) {
  using Form = CheckedCall::Form;
  CheckedCall call{
      .count = dice.one_of<std::int64_t>({0, 1, 2, 6, 7, 10, 57, 64, 65, 129, 300, 700, 1300}),
      .root = dice.is_one_in(2) ? node::everyone : dice.below(ranks),
      .lanes = dice.is_one_in(3) ? 1 + dice.below(ranks) : 0,
      .form = dice.one_of({Form::plain, Form::plain, Form::plain, Form::with_gaps, Form::packed}),
      .order = dice.is_one_in(4) ? schedule::OperandOrder::rank_order : schedule::OperandOrder::any,
      .result = dice.is_one_in(3) ? CheckedCall::Result::in_place : CheckedCall::Result::separate,
      .group = dice.is_one_in(4) ? std::size_t{1} : 0};
  if (call.lanes == 0 && dice.is_one_in(3))
    call.shares = dice.one_of({ShareLengths::equal, ShareLengths::similar, ShareLengths::random,
                               ShareLengths::uneven, ShareLengths::of_one});
  if (call.lanes == 0)
    call.way =
        dice.one_of({node::Way::sliced, node::Way::whole, node::Way::read, node::Way::read_whole});
  // Halves pass on a status of their own.
  if (dice.is_one_in(10) && call.count > 0) call.odd = dice.below(ranks);
  if (dice.is_one_in(10) && call.count > 0 && call.odd == nobody) call.failed = dice.below(ranks);
  return call;
}

}  // namespace

Case random_case(std::uint64_t seed) {
  Dice dice(seed);
  const int ranks = 2 + dice.below(static_cast<int>(node_check::most_ranks) - 1);
  Case made{
      .name = text::format("seed {}", seed),
      .summary = "",
      .hierarchy = random_hierarchy(ranks, dice),
      .calls = {},
      .lengths = {.most_short_bytes = dice.one_of<std::int64_t>({0, 64, 512, 4096}),
                  .piece_bytes = dice.one_of<std::int64_t>({512, 1024, 4096})},
      .callers = dice.is_one_in(2) ? node::Callers::one_thread : node::Callers::several_threads};
  for (std::size_t rank = 0; rank < static_cast<std::size_t>(ranks); ++rank) {
    if (dice.is_one_in(6)) made.without_memory.push_back(rank);
    if (dice.is_one_in(6)) made.cannot_map.push_back(rank);
  }
  // A rank waits for its first area if it has no memory for another one, or if others cannot map it.
  if (made.without_memory.empty() && made.cannot_map.empty() && dice.is_one_in(2))
    for (std::size_t rank = 0; rank < static_cast<std::size_t>(ranks); ++rank)
      if (dice.is_one_in(3)) made.without_first.push_back(rank);
  if (!made.cannot_map.empty() || dice.is_one_in(3)) made.patience = 1;
  if (dice.is_one_in(5)) made.refuses_reads = dice.below(ranks);
  constexpr int most_calls = 10;
  const int calls = 2 + dice.below(most_calls);
  for (int i = 0; i < calls; ++i) made.calls.push_back(random_call(ranks, dice));
  return made;
}

}  // namespace allfold::testing
