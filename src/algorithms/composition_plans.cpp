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
  if (goes_in_shares(task.collective)) {
    const CompositionHolders holders(task, composition);
    if (!holders.hold_their_own())
      deliver_shares(
          author, {.pieces = holders.pieces(), .own = holders.held_by(task.rank)},
          [&](std::int64_t block, int receiver) { return holders.holder_of(block, receiver); });
  }
  Plan plan = flat_plan(std::move(author).finish());
  schedule::Schedule& schedule = plan.stages[0].schedule;
  if (!composition.empty()) schedule.pace = pace_of(composition.back());
  // A delivery cuts pieces apart, so that segments need not keep them together.
  if (!goes_in_shares(task.collective))
    for (const Factor& factor : composition) schedule.divisions.push_back(blocks_of(factor));
  return plan;
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
