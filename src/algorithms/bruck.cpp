/// Bruck. All ranks gather the vectors of all, and each reduces them.
///
/// Idea: messages double in length. In round k = 0, 1, ... a rank sends all vectors that it has,
/// its own and those of the ranks after it, to the rank 2^k before it. After ⌈lg p⌉ rounds it has
/// all p vectors, in order, and evaluates the tree F over them. This is a small ring of all p
/// ranks, in its short form.
///
/// Restrictions: no Reduce. Any number of ranks; rank order; one bracketing (class F). A rank keeps
/// p vectors: for short vectors only.
///
/// Cost, any p: ⌈lg p⌉α + (p-1)(mβ + mγ); no Allreduce takes fewer rounds.
///
/// Reference: R. Rabenseifner, J. L. Träff, More Efficient Reduction Algorithms for
/// Non-Power-of-Two Number of Processors in Message-Passing Parallel Systems, EuroPVM/MPI 2004,
/// sections 1 and 3.5; after J. Bruck, C.-T. Ho, S. Kipnis, E. Upfal, D. Weathersby, Efficient
/// Algorithms for All-to-All Communications in Multiport Message-Passing Systems, IEEE Transactions
/// on Parallel and Distributed Systems 8 (1997).
///
/// Rounds (`A {0-3}`: block A, here the whole vector, of ranks 0 to 3, not reduced yet):
/// $ allfold plan --brief --algorithm bruck -p 6
/// rank  start  round 1  round 2      round 3
///    0  A 0    A {0-1}  A {0-3}      A 0-5
///    1  A 1    A {1-2}  A {1-4}      A 0-5
///    2  A 2    A {2-3}  A {2-5}      A 0-5
///    3  A 3    A {3-4}  A {0,3-5}    A 0-5
///    4  A 4    A {4-5}  A {0-1,4-5}  A 0-5
///    5  A 5    A {0,5}  A {0-2,5}    A 0-5
#include "algorithms/preset.hpp"
#include "algorithms/rows.hpp"

namespace allfold::algorithms {

namespace {

Composition one_ring(const Task& task) {
  if (task.ranks == 1) return {};
  return {{.kind = task.ranks == 2 ? Factor::Kind::butterfly : Factor::Kind::ring,
           .groups = task.ranks}};
}

}  // namespace

constinit const Kernel row::bruck = row_of<one_ring>(
    {.name = "bruck",
     .summary =
         "all vectors go to all ranks in messages of doubling length; each rank reduces them",
     .formula = "⌈lg p⌉α + (p − 1)(mβ + mγ)",
     .reference = "RT04, 3.5",
     .collectives = {Collective::allreduce, Collective::reduce_scatter}});

}  // namespace allfold::algorithms
