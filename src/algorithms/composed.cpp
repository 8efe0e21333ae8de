/// Composed. Every number of ranks as a product: butterflies, small rings, and one last part.
///
/// Idea: p = 2^k q1 ... qh. The general form [RT04, figure 1] takes a factor at a time, from
/// neighbours to distant ranks: r groups of ranks become one, in which each rank exchanges with the
/// r - 1 others of its slot either 1/r of its piece, which is undone in the routing phase, or all
/// of it. For r = 2 that is a butterfly; for small odd r a ring, whose contributions are kept and
/// reduced in rank order; what is left of p is one factor, by elimination, binary blocks, a tree or
/// a chain. Reduce does all that does not divide the piece on a tree towards the root, or on a
/// chain through which it goes in k segments, so that no link takes more than the piece. Rank,
/// factors and distances tell a rank its line, place and activity in each step. `steps` names the
/// composition. `butterfly` is butterflies for 2^k, of which `halvings` divide the piece, then
/// elimination; `small-ring` is butterflies, then a ring for each odd prime factor. Restrictions:
/// none. Any number of ranks; rank order; one bracketing, class F with at most one odd part, which
/// is last and no binary blocks. A short ring keeps r - 1 vectors, so it is for short vectors.
/// Cost, of a piece of m bytes: butterfly alpha + m beta + m gamma, divided 2 alpha + m beta + m
/// gamma/2; ring ceil(lg r)alpha + (r-1)(m beta + m gamma), divided (r-1 + ceil(lg r))alpha + (1 -
/// 1/r)(2m beta + m gamma); the chain at most (r-1+k)(alpha + m beta/k) + (r-2+k)m gamma/k; another
/// last part as its own kernel. Reference: [RT04, sections 2, 3.4 and 3.6]; chains: Open MPI's
/// `pipeline`, here in rank order for every root.
#include <algorithm>
#include <bit>

#include "algorithms/compose.hpp"
#include "algorithms/generators.hpp"
#include "algorithms/powers.hpp"

namespace allfold {

namespace {

using Kind = Part::Kind;

/// What does not divide the piece any more: for Reduce a tree does all of it.
void add_rest(Composition& composition, Composition rest, const Task& task) {
  const auto groups = static_cast<int>(ranks_of(rest));
  if (task.collective == Collective::reduce && groups > 1) rest = {{Kind::tree, groups, 0}};
  composition.insert(composition.end(), rest.begin(), rest.end());
}

Composition butterflies(const Task& task) {
  const int twos = std::countr_zero(static_cast<unsigned>(task.ranks));
  const int odd = task.ranks >> twos;
  const int halvings = task.parameters.halvings_up_to(twos + floor_log2(odd));
  Composition composition;
  Composition rest;
  for (int z = 0; z < twos; ++z)
    (z < halvings ? composition : rest).push_back({Kind::butterfly, 2, z < halvings ? 1 : 0});
  if (odd > 1)
    (twos < halvings ? composition : rest)
        .push_back({Kind::overlapping, odd, std::max(halvings - twos, 0)});
  add_rest(composition, std::move(rest), task);
  return composition;
}

std::vector<int> prime_factors(int ranks) {
  std::vector<int> factors;
  for (int factor = 2; ranks > 1; ++factor) {
    if (factor * factor > ranks) factor = ranks;
    for (; ranks % factor == 0; ranks /= factor) factors.push_back(factor);
  }
  return factors;
}

/// Rings that are too large to keep whole vectors always divide the piece.
constexpr int largest_short_ring = 9;

Composition small_rings(const Task& task) {
  const std::vector<int> factors = prime_factors(task.ranks);
  int left = task.parameters.halvings_up_to(static_cast<int>(factors.size()));
  Composition composition;
  Composition rest;
  for (const int factor : factors) {
    const bool divides = left-- > 0 || factor > largest_short_ring;
    (divides ? composition : rest)
        .push_back({factor == 2 ? Kind::butterfly : Kind::ring, factor, divides ? 1 : 0});
  }
  add_rest(composition, std::move(rest), task);
  return composition;
}

/// What the parameters say, or butterflies where that is no composition of so many ranks.
Composition composition_of(const Task& task) {
  const Composition& wanted = task.parameters.composition;
  if (ranks_of(wanted) == task.ranks) return wanted;
  return butterflies({.collective = task.collective, .ranks = task.ranks});
}

}  // namespace

Plan butterfly(const Task& task) { return plan_of(task, butterflies(task)); }
Claim butterfly_claim(const Task& task) { return claim_of(task, butterflies(task)); }

Plan small_ring(const Task& task) { return plan_of(task, small_rings(task)); }
Claim small_ring_claim(const Task& task) { return claim_of(task, small_rings(task)); }
Bracketing small_ring_bracketing(const Task& task) { return bracketing_of(small_rings(task)); }
int small_ring_work_vectors(const Task& task) { return work_vectors_of(small_rings(task)); }

Plan composed(const Task& task) { return plan_of(task, composition_of(task)); }
Claim composed_claim(const Task& task) { return claim_of(task, composition_of(task)); }
Bracketing composed_bracketing(const Task& task) { return bracketing_of(composition_of(task)); }
int composed_work_vectors(const Task& task) { return work_vectors_of(composition_of(task)); }

}  // namespace allfold
