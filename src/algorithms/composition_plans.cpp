#include "algorithms/composition_plans.hpp"

#include <algorithm>

#include "algorithms/binary_blocks.hpp"
#include "algorithms/chain.hpp"
#include "algorithms/composition_holders.hpp"
#include "algorithms/delivery.hpp"
#include "algorithms/elimination.hpp"
#include "algorithms/pipeline.hpp"
#include "algorithms/postal_tree.hpp"

namespace allfold::algorithms {

namespace {

using Kind = Factor::Kind;

Step::Form form_of(const Factor& factor) {
  return factor.halvings > 0 ? Step::Form::halving : Step::Form::full;
}

/// Whether the factor is a ring that does not divide the piece.
bool keeps_whole_pieces(const Factor& factor) {
  return factor.kind == Kind::ring && factor.halvings == 0;
}

bool has_rows(const Factor& factor) {
  return keeps_whole_pieces(factor) && gathers_in_row(factor.groups, factor.radix);
}

/// One exchange among all members of a line.
Step exchange(const Line& line, const Factor& factor) {
  Step step{.kind = factor.kind == Kind::ring ? Step::Kind::ring : Step::Kind::butterfly,
            .form = form_of(factor),
            .members = {},
            .place = line.own,
            .destination = line.destination(line.count, [&](int m) { return m == line.root; }),
            .radix = factor.radix};
  for (int member = 0; member < line.count; ++member) step.members.push_back(line.rank_of(member));
  return step;
}

void take(Steps& steps, const Line& line, const Factor& factor) {
  switch (factor.kind) {
    case Kind::butterfly:
    case Kind::ring: steps.take(exchange(line, factor)); break;
    case Kind::overlapping: eliminate_overlapping(steps, line, factor.halvings); break;
    case Kind::non_overlapping: eliminate_non_overlapping(steps, line, factor.halvings); break;
    case Kind::blocks: reduce_in_blocks(steps.author(), line, steps.piece()); break;
    case Kind::tree:
      reduce_up_postal_tree(steps.author(), line, steps.piece(), factor.lambda);
      break;
    case Kind::chain: reduce_in_chain(steps.author(), line, steps.piece(), factor.segments); break;
  }
}

/// The pieces that are delivered in a Reduce_scatter.
CompositionHolders holders_of(const Task& task, const Composition& composition) {
  return {composition, blocks_for(task, blocks_of(composition))};
}

/// The pace of a composition with this last factor.
schedule::Pace pace_of(const Factor& last) {
  switch (last.kind) {
    // A chain begins with the segments that arrive first.
    case Kind::chain: return schedule::Pace::as_ready;
    case Kind::blocks:
    case Kind::tree: return schedule::Pace::in_step;
    default: return schedule::Pace::by_exchange;
  }
}

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

Plan plan_of(const Task& task, const Composition& composition) {
  Author author(task.ranks, task.rank, blocks_for(task, blocks_of(composition)));
  Steps steps(author);
  int distance = 1;
  for (const Factor& factor : composition) {
    if (!steps.is_active()) break;
    const int own = task.rank / distance % factor.groups;
    const int group = task.rank / distance / factor.groups;
    const bool holds_root =
        has_root(task.collective) && task.root / distance / factor.groups == group;
    take(steps,
         {.collective = task.collective,
          .count = factor.groups,
          .distance = distance,
          .first = task.rank - own * distance,
          .own = own,
          .root = holds_root ? task.root / distance % factor.groups : -1},
         factor);
    distance *= factor.groups;
  }
  steps.route();
  if (const CompositionHolders holders = holders_of(task, composition);
      goes_in_shares(task.collective) && !holders.hold_their_own())
    deliver_shares(
        author, {.pieces = holders.pieces(), .own = holders.held_by(task.rank)},
        [&](std::int64_t block, int receiver) { return holders.holder_of(block, receiver); });
  Plan plan = flat_plan(std::move(author).finish());
  schedule::Schedule& schedule = plan.stages[0].schedule;
  if (!composition.empty()) schedule.pace = pace_of(composition.back());
  // A delivery cuts pieces apart, so that segments need not keep them together.
  if (!goes_in_shares(task.collective))
    for (const Factor& factor : composition) schedule.divisions.push_back(blocks_of(factor));
  return plan;
}

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
  if (const CompositionHolders holders = holders_of(task, composition);
      goes_in_shares(task.collective) && !holders.hold_their_own()) {
    const cost::Cost delivery = delivery_cost(task.ranks, holders.pieces(), holders.holders());
    claim.kind = Claim::Kind::at_most;
    claim.sum = Claim::Sum::bound;
    claim.cost = claim.cost + delivery;
    piece = 1.0 / static_cast<double>(blocks_for(task, blocks_of(composition)));
    for (cost::Cost& other : claim.others) other = other + delivery;
  }
  // In pipelines gaps count in full.
  if (ends_in_chain(composition)) return claim;
  claim.shortest_message = piece;
  claim.rounds_go = cost::Rounds::one_by_one;
  return claim;
}

int work_vectors_of(const Composition& composition) {
  constexpr int result = 1;
  int kept = 0;
  for (const Factor& factor : composition) {
    // If vectors have to be adjacent, a copy of the rank's own one is among them.
    if (keeps_whole_pieces(factor)) kept += factor.groups - (has_rows(factor) ? 0 : 1);
    if (factor.kind == Kind::tree)
      kept += postal_tree_work_vectors(factor.groups, factor.lambda) - result;
  }
  return result + std::max(kept, 1);
}

// Where a connection delivers segments one after the other, those to one rank do not delay each
// other and may be shorter.
std::int64_t least_bytes_of(const Composition& composition, Pace pace) {
  if (pace == Pace::as_ready || !ends_in_chain(composition)) return 0;
  return blocks_of(composition) * least_segment_of_pipelines;
}

// Shares that are exchanged in one round are reduced after the last one has arrived, whereas
// butterflies reduce segments while others arrive. With long shares or long vectors, one round took
// up to 1.15 times as long (bench/notes/messages.md).
std::int64_t most_bytes_of(const Composition& composition) {
  constexpr std::int64_t longest_share = 128 << 10;
  constexpr std::int64_t longest_vector = 1 << 20;
  std::int64_t shares = 1;
  for (const Factor& factor : composition) {
    shares *= blocks_of(factor);
    if (divides_at_once(factor)) return std::min(shares * longest_share, longest_vector);
  }
  return INT64_MAX;
}

bool takes_rows(const Composition& composition) {
  return std::ranges::any_of(composition, has_rows);
}

Bracketing bracketing_of(const Composition& composition) {
  const auto is_perfect = [](const Factor& factor) {
    return is_exchange(factor) && is_power(factor.groups);
  };
  const auto first_other = std::ranges::find_if_not(composition, is_perfect);
  if (first_other == composition.end()) return Bracketing::class_f;
  if (std::next(first_other) != composition.end()) return Bracketing::own;
  switch (first_other->kind) {
    case Kind::blocks: return Bracketing::aligned;
    case Kind::chain: return Bracketing::own;
    default: return Bracketing::class_f;
  }
}

}  // namespace allfold::algorithms
