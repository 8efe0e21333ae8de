/// Composed. Every number of ranks as a product: butterflies, small rings, and one last factor.
///
/// Idea: p = 2^k q1 ... qh is taken one factor at a time, from neighbours to distant ranks. A
/// factor r merges r groups: each rank exchanges 1/r of its piece (undone in the routing phase), or
/// all of it, with the r - 1 others of its slot. r = 2 is a butterfly, any other r a ring, whose
/// contributions are kept and reduced in rank order. With a radix a ring gathers whole pieces
/// (`recursive-multiplying`), or shares, which are then scattered in one round. The last factor may
/// be an elimination, binary blocks, a tree or a chain of k segments. In a Reduce a tree or a chain
/// to the root replaces all factors that do not divide the piece. A Reduce_scatter delivers pieces.
///
/// Restrictions: none. Any number of ranks; rank order; one bracketing, class F with at most one
/// odd factor that is last and no binary blocks. A ring that does not divide keeps r - 1 vectors.
///
/// Cost of a piece of m bytes, by factor; in brackets: if the factor divides the piece:
/// - butterfly: α + mβ + mγ [2α + mβ + mγ/2]
/// - ring: ⌈lg r⌉α + (r-1)(mβ + mγ) [(r-1 + ⌈lg r⌉)α + (1 - 1/r)(2mβ + mγ), with r-2 gaps among
///   the α; with radix r 2(r-1)α, all but two of them gaps]
/// - chain: at most (r-1+k)(α + mβ/k) + (r-1)mγ/k, with k-1 gaps, or r(α + mβ/k) + (r-2+k)mγ/k
/// - any other: as the algorithm of its name
///
/// Reference: R. Rabenseifner, J. L. Träff, More Efficient Reduction Algorithms for
/// Non-Power-of-Two Number of Processors in Message-Passing Parallel Systems, EuroPVM/MPI 2004,
/// figure 1, sections 2, 3.4 and 3.6. Chains: Open MPI's `pipeline`, here in rank order.
///
/// Rounds (`A-B 0-3`: blocks A and B, reduced over ranks 0 to 3; {}: not reduced yet):
/// $ allfold plan --brief --algorithm composed:steps=2h-3 -p 6
/// rank  start  round 1  round 2      round 3  round 4
///    0  A-B 0  A 0-1    A 0-3        A 0-5    A-B 0-5
///    1  A-B 1  B 0-1    B 0-3        B 0-5    A-B 0-5
///    2  A-B 2  A 2-3    A {2-5}      A 0-5    A-B 0-5
///    3  A-B 3  B 2-3    B {2-5}      B 0-5    A-B 0-5
///    4  A-B 4  A 4-5    A {0-1,4-5}  A 0-5    A-B 0-5
///    5  A-B 5  B 4-5    B {0-1,4-5}  B 0-5    A-B 0-5
#include "algorithms/composed.hpp"

#include <algorithm>
#include <bit>

#include "algorithms/composition_holders.hpp"
#include "algorithms/powers.hpp"
#include "algorithms/preset.hpp"
#include "algorithms/rows.hpp"

namespace allfold::algorithms {

namespace {

using Kind = Factor::Kind;

/// Adds the factors that do not divide the piece; in a Reduce a tree takes their place.
void add_rest(Composition& composition, Composition rest, const Task& task) {
  const auto groups = static_cast<int>(ranks_of(rest));
  if (has_root(task.collective) && groups > 1) rest = {{Kind::tree, groups}};
  composition.insert(composition.end(), rest.begin(), rest.end());
}

/// `butterfly`: butterflies, of which `halvings` divide the piece, then an elimination.
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

/// Rings that are too large to keep whole vectors always divide the piece.
constexpr int largest_short_ring = 9;

/// `small-ring`: butterflies, then a ring for each odd prime factor.
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

}  // namespace

Composition composition_of(const Task& task) {
  const Composition& wanted = task.parameters.composition;
  const bool is_served = !goes_in_shares(task.collective) || leaves_pieces(wanted);
  if (ranks_of(wanted) == task.ranks && is_served) return wanted;
  return butterflies({.collective = task.collective, .ranks = task.ranks});
}

constinit const Kernel row::butterfly = row_of<butterflies>(
    {.name = "butterfly",
     .summary = "butterflies that halve long pieces; eliminations where the number of ranks is odd",
     .formula = "b rounds that halve: (lg p + b)α + (2 − (2 − lg p + b)/2^b)mβ + "
                "(1 − (1 − lg p + b)/2^b)mγ",
     .reference = "RT04, 2",
     .parameters = parameter::halvings});

constinit const Kernel row::small_ring =
    row_of<small_rings>({.name = "small-ring",
                         .summary = "butterflies, and a ring of r for each odd prime factor r",
                         .formula = "for each r ⌈lg r⌉α + (r − 1)(mβ + mγ), or dividing m "
                                    "(r − 1 + ⌈lg r⌉)α + (1 − 1/r)(2mβ + mγ)",
                         .reference = "RT04, 3.4",
                         .parameters = parameter::halvings});

constinit const Kernel row::composed = row_of<composition_of>(
    {.name = "composed",
     .summary = "the cheapest product of butterflies, small rings and one last factor that "
                "makes p ranks",
     .formula = "the least of all compositions",
     .reference = "RT04, 3.6",
     .parameters = parameter::steps});

}  // namespace allfold::algorithms
