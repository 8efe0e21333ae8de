/// Bruck. All gather the vectors of all, and each rank reduces them.
///
/// Idea: each rank's messages double: it sends the vectors that it has, its own and those of the
/// ranks after it, to the rank at their distance, and so has all of them after ceil(lg p) rounds,
/// in a row. All ranks evaluate the tree F over them. That is a small ring of all p ranks, in its
/// short form.
/// Restrictions: Allreduce. Any number of ranks; rank order; one bracketing (class F). A rank keeps
/// p vectors, so it is for short ones.
/// Cost, for any number of ranks: ceil(lg p)alpha + (p-1)(m beta + m gamma); no Allreduce takes
/// fewer rounds. Reference: [RT04, sections 1 and 3.5], after Bruck and others 1997.
#include "algorithms/compose.hpp"
#include "algorithms/generators.hpp"

namespace allfold {

namespace {

Composition one_ring(int ranks) {
  if (ranks == 1) return {};
  return {{.kind = ranks == 2 ? Part::Kind::butterfly : Part::Kind::ring, .factor = ranks}};
}

}  // namespace

Plan bruck(const Task& task) { return plan_of(task, one_ring(task.ranks)); }
Claim bruck_claim(const Task& task) { return claim_of(task, one_ring(task.ranks)); }
int bruck_work_vectors(const Task& task) { return work_vectors_of(one_ring(task.ranks)); }

}  // namespace allfold
