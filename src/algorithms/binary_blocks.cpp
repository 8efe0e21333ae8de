/// Binary blocks. The ranks are cut into blocks of powers of two, each of which halves by itself.
///
/// Idea: p is the sum of powers of two, and the ranks are cut into groups of those sizes, the
/// largest first. Each group does its own reduce-scatter by halving; rank i of a group of 2^f then
/// owns segment bitrev_f(i) of 2^f. From the smallest group up, each sends its segments on into the
/// next larger one, cut to that group's segments. Allreduce: down again by the same pairs reversed,
/// each before its group's allgather. Reduce: a gather in the largest group, in which the root
/// plays rank 0's part if it lies outside. Restrictions: none. Any number of ranks; rank order; one
/// bracketing. Cost: as halving-doubling for powers of two. For groups of 2^e > 2^f an Allreduce
/// takes (2e + 2^(e-f+1))alpha + (2(1 - 2^-e) + 2^(1-f))m beta + m gamma at most: the largest
/// difference of successive exponents governs alpha, the smallest group governs beta. Reference:
/// [R04, section 3.4].
#include "algorithms/generators.hpp"
#include "algorithms/line.hpp"

namespace allfold {

namespace {

/// A group of 2^exponent ranks from `first` on.
struct Group {
  int first;
  int exponent;
  [[nodiscard]] bool contains(int rank) const {
    return first <= rank && rank < first + power(exponent);
  }
};

/// The groups of p ranks, the largest first.
std::vector<Group> groups_of(int ranks) {
  std::vector<Group> groups;
  for (int first = 0; first < ranks; first += power(groups.back().exponent))
    groups.push_back({.first = first, .exponent = floor_log2(ranks - first)});
  return groups;
}

/// One segment on its way between a group and the next larger one.
struct Transfer {
  int smaller;  ///< rank in the smaller group
  int larger;   ///< rank in the larger group
  Blocks blocks;
};

/// The t-th of what rank number i of `smaller` sends to `larger`.
Transfer transfer(const Group& smaller, const Group& larger, int i, int t, std::int64_t blocks) {
  const int bits = larger.exponent - smaller.exponent;
  const std::int64_t width = blocks >> larger.exponent;
  const std::int64_t first =
      (blocks >> smaller.exponent) * reversed_bits(i, smaller.exponent) + t * width;
  return {.smaller = smaller.first + i,
          .larger = larger.first + i + (reversed_bits(t, bits) << smaller.exponent),
          .blocks = {.first = first, .last = first + width}};
}

/// What a rank of `smaller` sends to `larger`, in order.
std::vector<Transfer> transfers(const Group& smaller, const Group& larger, int rank,
                                std::int64_t blocks) {
  std::vector<Transfer> all;
  for (int t = 0; t < power(larger.exponent - smaller.exponent); ++t)
    all.push_back(transfer(smaller, larger, rank - smaller.first, t, blocks));
  return all;
}

/// The transfer that a rank of `larger` receives from `smaller`.
Transfer transfer_to(const Group& smaller, const Group& larger, int rank, std::int64_t blocks) {
  const int number = rank - larger.first;
  const int i = number & (power(smaller.exponent) - 1);
  const int t = reversed_bits(number >> smaller.exponent, larger.exponent - smaller.exponent);
  return transfer(smaller, larger, i, t, blocks);
}

class BinaryBlocks {
 public:
  explicit BinaryBlocks(const Task& task)
      : task_(task),
        groups_(groups_of(task.ranks)),
        author_(task.ranks, task.rank, power(groups_[0].exponent)) {
    while (!groups_[own_].contains(task.rank)) ++own_;
  }

  Plan plan() {
    const bool everyone = task_.collective == Collective::allreduce;
    for (const Taken& taken : halvings(groups_[own_], task_.rank)) take(author_, taken);
    author_.enter(Phase::fold);
    if (has_smaller()) take_in(groups_[own_ + 1]);
    if (has_larger()) hand_on(groups_[own_ - 1]);
    author_.enter(Phase::gather);
    if (everyone && has_larger()) get_back(groups_[own_ - 1]);
    if (everyone && has_smaller()) give_back(groups_[own_ + 1]);
    everyone ? route(groups_[own_], task_.rank) : gather();
    return flat_plan(std::move(author_).finish());
  }

 private:
  [[nodiscard]] bool has_smaller() const { return own_ + 1 < groups_.size(); }
  [[nodiscard]] bool has_larger() const { return own_ > 0; }
  [[nodiscard]] std::int64_t blocks() const { return author_.all().last; }
  /// The root stands in for rank 0 when it lies outside the largest group.
  [[nodiscard]] bool root_stands_in() const { return !groups_[0].contains(task_.root); }

  /// The halvings of a group, in the part of one of its ranks.
  [[nodiscard]] std::vector<Taken> halvings(const Group& group, int part) const {
    const int root = root_stands_in() ? 0 : task_.root;
    std::vector<Taken> taken;
    Blocks piece = author_.all();
    for (int k = 0; k < group.exponent; ++k) {
      taken.push_back({.step = line_of(task_).butterfly(k, part - group.first, root - group.first,
                                                        Step::Form::halving,
                                                        [&](int n) { return group.first + n; }),
                       .piece = piece});
      piece = kept(taken.back().step, piece);
    }
    return taken;
  }
  void route(const Group& group, int part) {
    std::vector<Taken> taken = halvings(group, part);
    for (; !taken.empty(); taken.pop_back()) {
      if (task_.collective == Collective::reduce && root_stands_in())
        for (int& member : taken.back().step.members)
          if (member == 0) member = task_.root;
      undo(author_, taken.back());
    }
  }

  void take_in(const Group& smaller) {
    const Transfer in = transfer_to(smaller, groups_[own_], task_.rank, blocks());
    author_.next_round();
    author_.receive_and_reduce(in.smaller, Side::right, in.blocks);
  }
  void hand_on(const Group& larger) {
    for (const Transfer& out : transfers(groups_[own_], larger, task_.rank, blocks())) {
      author_.next_round();
      author_.send_partial(out.larger, out.blocks);
    }
  }
  void get_back(const Group& larger) {
    for (const Transfer& back : transfers(groups_[own_], larger, task_.rank, blocks())) {
      author_.next_round();
      author_.receive_result(back.larger, back.blocks);
    }
  }
  void give_back(const Group& smaller) {
    const Transfer in = transfer_to(smaller, groups_[own_], task_.rank, blocks());
    author_.next_round();
    author_.send_partial(in.smaller, in.blocks);
  }
  void gather() {
    const Blocks segment_of_0{.first = 0, .last = 1};
    if (root_stands_in()) {
      author_.next_round();
      if (task_.rank == 0) return author_.send_partial(task_.root, segment_of_0);
      if (task_.rank == task_.root) {
        author_.receive_result(0, segment_of_0);
        return route(groups_[0], 0);
      }
    }
    if (own_ == 0) route(groups_[0], task_.rank);
  }

  const Task& task_;
  std::vector<Group> groups_;
  std::size_t own_ = 0;  // this rank's group
  Author author_;
};

}  // namespace

Plan binary_blocks(const Task& task) { return BinaryBlocks(task).plan(); }

Claim binary_blocks_claim(const Task& task) {
  const std::vector<Group> groups = groups_of(task.ranks);
  const bool everyone = task.collective == Collective::allreduce;
  const int e = groups[0].exponent;
  Claim claim{.kind = groups.size() == 1 ? Claim::Kind::exactly : Claim::Kind::at_most,
              .cost = {.rounds = 2.0 * e,
                       .volume = 2 * (1 - inverse_power(e)),
                       .reductions = 1 - inverse_power(e)}};
  if (groups.size() == 1) {
    if (!everyone) claim.cost.one_way_rounds = e;
    if (!everyone) claim.cost.one_way_volume = 1 - inverse_power(e);
    return claim;
  }
  // Each group's segments go up in 2^(difference) messages; for Allreduce they also come down.
  for (std::size_t i = 1; i < groups.size(); ++i) {
    const double ways = everyone ? 2 : 1;
    claim.cost.rounds += ways * power(groups[i - 1].exponent - groups[i].exponent);
    claim.cost.volume += ways * inverse_power(groups[i].exponent);
  }
  claim.cost.reductions = 1;
  for (std::size_t i = 0; i + 2 < groups.size(); ++i)
    claim.cost.reductions += inverse_power(groups[i].exponent);
  if (!everyone) {  // rank 0's segment goes to a root outside the largest group
    claim.cost.rounds += 1;
    claim.cost.volume += inverse_power(e);
  }
  return claim;
}

}  // namespace allfold
