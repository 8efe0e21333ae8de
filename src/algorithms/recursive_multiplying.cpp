/// Recursive multiplying. Groups of k ranks exchange whole vectors at once, then k such groups.
///
/// Idea: a butterfly is a round of one message, after which a rank has the reduction over twice as
/// many ranks. If a message that follows another one costs less than the first, rounds of k - 1
/// messages are fewer and cheaper: each multiplies the ranks covered by k. Factors of 2 are merged
/// up to k. For an odd prime factor r, r ranks gather all their vectors: in one round if r <= k,
/// otherwise in rounds that multiply the vectors of a rank by k. No ranks are in excess.
///
/// Restrictions: no Reduce. Any number of ranks; rank order; one bracketing, class F with at most
/// one odd prime factor. A group of r keeps r - 1 vectors: for short vectors only.
///
/// Cost: for p = k^n, k a power of two, n(α + (k-2)g + (k-1)(mβ + mγ)), where g is the gap, the
/// cost of a message that follows another one in its round. Up to half of it overlaps with the
/// latency: see LinkCost::in_round_with. A prime factor r takes ⌈log_k r⌉ rounds of at most α +
/// (k-2)g, and (r-1)(mβ + mγ).
///
/// Reference: M. Ruefenacht, M. Bull, S. Booth, Generalisation of Recursive Doubling for AllReduce:
/// Now with Simulation, Parallel Computing 69 (2017). Rounds of rings: k-port gathering of
/// J. Bruck, C.-T. Ho, S. Kipnis, E. Upfal, D. Weathersby, Efficient Algorithms for All-to-All
/// Communications in Multiport Message-Passing Systems, IEEE Transactions on Parallel and
/// Distributed Systems 8 (1997).
///
/// Rounds (`A {0-3}`: block A, here the whole vector, of ranks 0 to 3, not reduced yet):
/// $ allfold plan --brief --algorithm recursive-multiplying:radix=3 -p 6
/// rank  start  round 1  round 2      round 3
///    0  A 0    A 0-1    A 0-3        A 0-5
///    1  A 1    A 0-1    A 0-3        A 0-5
///    2  A 2    A 2-3    A {2-5}      A 0-5
///    3  A 3    A 2-3    A {2-5}      A 0-5
///    4  A 4    A 4-5    A {0-1,4-5}  A 0-5
///    5  A 5    A 4-5    A {0-1,4-5}  A 0-5
#include "algorithms/recursive_multiplying.hpp"

#include <algorithm>
#include <bit>

#include "algorithms/powers.hpp"
#include "algorithms/preset.hpp"
#include "algorithms/rows.hpp"

namespace allfold::algorithms {

namespace {

Factor among(int groups, int radix) {
  if (groups == 2) return {.kind = Factor::Kind::butterfly, .groups = 2};
  return {.kind = Factor::Kind::ring, .groups = groups, .radix = std::min(groups, radix)};
}

Composition multiplying(const Task& task) {
  constexpr int usual = 4;
  const int radix = task.parameters.radix == 0 ? usual : std::max(task.parameters.radix, 2);
  const int twos = std::countr_zero(static_cast<unsigned>(task.ranks));
  return multiplying_composition(twos, prime_factors(task.ranks >> twos), radix);
}

}  // namespace

Composition multiplying_composition(int twos, const std::vector<int>& rings, int radix) {
  const int at_once = floor_log2(radix);
  Composition composition;
  while (twos > 0) {
    const int now = twos % at_once == 0 ? at_once : twos % at_once;
    composition.push_back(among(power(now), radix));
    twos -= now;
  }
  for (const int ring : rings) composition.push_back(among(ring, radix));
  return composition;
}

constinit const Kernel row::recursive_multiplying = row_of<multiplying>(
    {.name = "recursive-multiplying",
     .summary = "whole vectors are exchanged in groups of up to k ranks at once, then among "
                "groups; a prime factor r above k gathers all in ⌈log_k r⌉ rounds",
     .formula = "p = k^n: n(α + (k − 2)g + (k − 1)(mβ + mγ)), where messages of one round "
                "follow each other after a gap g < α, of which half may pass in the latency; "
                "else, for each prime factor r > k, "
                "⌈log_k r⌉ such rounds and (r − 1)(mβ + mγ)",
     .reference = "RBB17",
     .collectives = {Collective::allreduce, Collective::reduce_scatter},
     .parameters = parameter::radix});

}  // namespace allfold::algorithms
