#include <algorithm>

#include "algorithms/binary_blocks.hpp"
#include "algorithms/chain.hpp"
#include "algorithms/composition_holders.hpp"
#include "algorithms/composition_plans.hpp"
#include "algorithms/delivery.hpp"
#include "algorithms/elimination.hpp"
#include "algorithms/postal_tree.hpp"

namespace allfold::algorithms {

namespace {

using Kind = Factor::Kind;

/// The cost of the messages with which a ring's members send each other their shares: see
/// Step::radix.
cost::Cost scatter_of(const Factor& ring) {
  const double others = ring.groups - 1;
  cost::Cost cost =
      ring.radix == 2 ? cost::Cost{.rounds = others, .gaps = others - 1} : cost::one_round(others);
  cost.volume = others / ring.groups;
  return cost;
}

/// The cost of the messages of a ring's allgather.
cost::Cost gather_of(const Factor& ring) {
  cost::Cost cost;
  for (std::int64_t had = 1; had < ring.groups; had *= ring.radix) {
    const std::int64_t all = std::min<std::int64_t>(ring.groups, had * ring.radix);
    const std::int64_t messages = (all - 1) / had;
    cost = cost + cost::one_round(static_cast<double>(messages));
  }
  return cost;
}

bool is_power_of(int base, int number) {
  while (number % base == 0) number /= base;
  return number == 1;
}

/// Whether the last message of an allgather by doubling is no longer than the last but one. Then it
/// contains nothing that the last but one has brought.
bool has_short_last_message(int members) {
  const int before = power(ceil_log2(members) - 1);
  return members > 2 && 2 * (members - before) <= before;
}

/// How exact the sum of two costs is: in a sum, gaps count as in the round that has the most.
Claim::Sum sum_of_rounds(const cost::Cost& a, const cost::Cost& b) {
  const bool are_alike =
      a.most_in_round == b.most_in_round || a.most_in_round == 0 || b.most_in_round == 0;
  return are_alike ? Claim::Sum::exact : Claim::Sum::bound;
}

/// The cost of a factor for whole vectors.
Claim claim_of(const Factor& factor, Collective collective) {
  const double r = factor.groups;
  const double share = (r - 1) / r;
  const bool is_divided = factor.halvings > 0;
  const bool is_one_way = is_divided && has_root(collective);
  // In a Reduce_scatter members keep their shares.
  const bool is_gathered = !is_divided || !goes_in_shares(collective);
  cost::Cost gather = gather_of(factor);
  cost::Cost scatter;
  Claim claim{.kind = Claim::Kind::exactly, .cost = {}};
  switch (factor.kind) {
    case Kind::butterfly:
    case Kind::ring:
      gather.volume = is_divided ? share : r - 1;
      if (is_divided) scatter = scatter_of(factor);
      claim.cost = scatter;
      if (is_gathered) claim.cost = scatter + (is_one_way ? cost::one_way(gather) : gather);
      claim.cost.reductions = gather.volume;
      // Otherwise the last round brings less, and its messages may need nothing of the one before.
      claim.sum = factor.radix == 2 || is_power_of(factor.radix, factor.groups)
                      ? sum_of_rounds(scatter, gather)
                      : Claim::Sum::bound;
      // The last message is so short that it need not wait for the one before. For large rings of
      // whole vectors this is not counted: they need much memory, and should not be chosen for it.
      if (is_gathered && !has_root(collective) && factor.radix == 2 &&
          has_short_last_message(factor.groups)) {
        const bool is_large = factor.halvings == 0 && factor.groups > 16;
        if (is_large)
          claim.sum = Claim::Sum::bound;
        else
          ++claim.cost.gaps;
      }
      if (is_one_way && factor.groups > 2) claim.sum = Claim::Sum::bound;
      return claim;
    case Kind::overlapping:
    case Kind::non_overlapping: return elimination_cost(collective, factor.groups, factor.halvings);
    case Kind::blocks: return blocks_cost(collective, factor.groups);
    case Kind::chain: return chain_cost(collective, factor.groups, factor.segments);
    case Kind::tree: return postal_tree_cost(collective, factor.groups, factor.lambda);
  }
  return claim;
}

}  // namespace

Claim claim_of(const Task& task, const Composition& composition) {
  Claim claim{.kind = Claim::Kind::exactly, .cost = {}, .sum = Claim::Sum::exact};
  double piece = 1;
  for (const Factor& factor : composition) {
    const Claim own = claim_of(factor, task.collective);
    // Only the last factor has several paths.
    for (const cost::Cost& other : own.others)
      claim.others.push_back(claim.cost + cost::of_share(piece, other));
    claim.sum = std::max({claim.sum, own.sum, sum_of_rounds(claim.cost, own.cost)});
    claim.cost = claim.cost + cost::of_share(piece, own.cost);
    if (own.kind == Claim::Kind::at_most) claim.kind = own.kind;
    piece /= static_cast<double>(blocks_of(factor));
  }
  if (goes_in_shares(task.collective)) {
    const CompositionHolders holders(task, composition);
    if (!holders.hold_their_own()) {
      const cost::Cost delivery = delivery_cost(task.ranks, holders.pieces(), holders.holders());
      claim.kind = Claim::Kind::at_most;
      claim.sum = Claim::Sum::bound;
      claim.cost = claim.cost + delivery;
      piece = 1.0 / static_cast<double>(blocks_for(task, blocks_of(composition)));
      for (cost::Cost& other : claim.others) other = other + delivery;
    }
  }
  // In pipelines gaps count in full.
  if (ends_in_chain(composition)) return claim;
  claim.shortest_message = piece;
  claim.rounds_go = cost::Rounds::one_by_one;
  return claim;
}

}  // namespace allfold::algorithms
