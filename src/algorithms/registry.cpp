/// The registry: one row for each kernel. Selection, forcing, benchmarks, tests and the
/// documentation follow from these rows.
#include <array>

#include "algorithms/compose.hpp"
#include "algorithms/generators.hpp"
#include "algorithms/grid.hpp"
#include "algorithms/parameter.hpp"
#include "algorithms/powers.hpp"

namespace allfold {

namespace {

/// Up to so many ranks all values of parameters are telling.
constexpr int most_with_all = 20;

template <std::vector<int> (*values)(const Task&)>
std::vector<int> telling(const Task& task) {
  return task.ranks <= most_with_all ? values(task) : ends_and_middle(values(task));
}

std::vector<int> rounds_of(const Task& task) { return up_to(floor_log2(task.ranks)); }

/// Those of p = q * 2^k, q odd, in which classes of q ranks and more scatter.
std::vector<int> circulant_rounds_of(const Task& task) {
  const int most = ceil_log2(task.ranks);
  std::vector<int> rounds = up_to(std::countr_zero(static_cast<unsigned>(task.ranks)));
  for (int& round : rounds) round = most - round;
  return rounds;
}

constexpr std::array halvings{number<&Parameters::halvings, rounds_of, telling<rounds_of>>(
    "halvings",
    "rounds that halve the vector before whole pieces are exchanged; default: the cheapest")};

template <Bracketing bracketing>
Bracketing always(const Task& /*task*/) {
  return bracketing;
}

constexpr std::array steps{Parameter{
    .name = "steps",
    .summary = "the factors of p, as in 2h-2-3h-13e2: h divides the piece, e and n eliminate "
               "(halving so many rounds), t climbs a tree; default: the cheapest",
    .set = [](Parameters& parameters, std::string_view text) -> std::string {
      const auto composition = parse_composition(text);
      if (!composition) return "(it names no composition) write factors as in 2h-2-3h-13e2";
      parameters.composition = *composition;
      return "";
    },
    .get = [](const Parameters& parameters) { return text_of(parameters.composition); },
    .variants =
        [](const Task& task, const Parameters& base) {
          std::vector<Parameters> all;
          for (Composition& composition : compositions(task)) {
            all.push_back(base);
            all.back().composition = std::move(composition);
          }
          return all;
        }}};

constexpr std::array circulant_halvings{
    number<&Parameters::halvings, circulant_rounds_of, telling<circulant_rounds_of>>(
        "halvings",
        "rounds that halve the vector before whole pieces are exchanged; default: the cheapest")};

std::vector<int> powers_of_two(const Task& /*task*/) { return {1, 2, 4, 8, 16, 32, 64}; }

/// Segments change nothing but how often the steady state of a pipeline is repeated.
std::vector<int> telling_segments(const Task& task) {
  return task.ranks <= most_with_all ? std::vector{1, 2, 4, 16} : std::vector{1, 4};
}

constexpr std::array segments{
    number<&Parameters::segments, powers_of_two, telling_segments, read_power>(
        "segments", "pieces of the pipeline, a power of two; default: the cheapest up to 64")};

std::vector<int> rows_of(const Task& task) { return possible_rows(task.ranks); }

constexpr Parameter rows = [] {
  Parameter parameter = number<&Parameters::rows, rows_of, telling<rows_of>>(
      "rows",
      "rows of the grid, which divide the ranks or the power of two below; default: those of a "
      "Cartesian communicator, else a row for each node, else, also where they do not divide, as "
      "square as can be");
  // Which of a machine's links are short, the model does not know; the ranks' own grid does.
  parameter.prefer = [](Parameters& parameters, const Task& task, int grid_rows) {
    parameters.rows = preferred_rows(task.ranks, grid_rows);
  };
  return parameter;
}();
constexpr std::array grid{rows};

std::vector<int> strips_of(const Task& task) {
  return strip_lengths(sides_with(task.ranks, task.parameters.rows));
}

constexpr std::array strips{
    rows, number<&Parameters::strip, strips_of>(
              "strip",
              "ranks in a strip, which divide the rows and are at most the columns; default: "
              "the cheapest; where they do not divide: near lg of the columns")};

constexpr std::array registry{
    Kernel{.name = "binary-tree",
           .summary = "whole vectors up (and down) a tree of aligned ranges",
           .formula = "⌈lg p⌉(2α + 2mβ + mγ)",
           .reference = "R04, 3.1",
           .serves_allreduce = true,
           .serves_reduce = true,
           .order = OperandOrder::rank_order,
           .bracketing = always<Bracketing::aligned>,
           .parameters = {},
           .generate = binary_tree,
           .claim = binary_tree_claim},
    Kernel{.name = "binary-tree-f",
           .summary = "the same on the tree F, which merges the pairs in excess first",
           .formula = "⌈lg p⌉(2α + 2mβ + mγ)",
           .reference = "R04, 3.1",
           .serves_allreduce = true,
           .serves_reduce = true,
           .order = OperandOrder::rank_order,
           .bracketing = always<Bracketing::class_f>,
           .parameters = {},
           .generate = binary_tree_f,
           .claim = binary_tree_claim},
    Kernel{.name = "recursive-doubling",
           .summary = "butterfly exchanges of whole vectors",
           .formula = "lg p(α + mβ + mγ); else ⌊lg p⌋(α + mβ + mγ) + 2α + 2mβ + mγ",
           .reference = "R04, 3.2",
           .serves_allreduce = true,
           .serves_reduce = false,
           .order = OperandOrder::rank_order,
           .bracketing = always<Bracketing::class_f>,
           .parameters = {},
           .generate = recursive_doubling,
           .claim = recursive_doubling_claim},
    Kernel{.name = "halving-doubling",
           .summary = "vectors are halved while distances double, then the way back",
           .formula = "2 lg p·α + (1 − 1/p)(2mβ + mγ); "
                      "else (2 lg p' + 3)α + (4 − 2/p')mβ + (3/2 − 1/p')mγ",
           .reference = "R04, 3.3",
           .serves_allreduce = true,
           .serves_reduce = true,
           .order = OperandOrder::rank_order,
           .bracketing = always<Bracketing::class_f>,
           .parameters = {},
           .generate = halving_doubling,
           .claim = halving_doubling_claim},
    Kernel{.name = "binary-blocks",
           .summary = "halving within groups of powers of two, linked from the smallest up",
           .formula = "as halving-doubling; else, for groups of 2^e > 2^f, at most "
                      "(2e + 2^(e−f+1))α + (2(1 − 2^−e) + 2^(1−f))mβ + mγ",
           .reference = "R04, 3.4",
           .serves_allreduce = true,
           .serves_reduce = true,
           .order = OperandOrder::rank_order,
           .bracketing = always<Bracketing::aligned>,
           .parameters = {},
           .generate = binary_blocks,
           .claim = binary_blocks_claim},
    Kernel{.name = "ring",
           .summary = "each rank reduces one block as contributions arrive; blocks go round",
           .formula = "2(p − 1)α + (1 − 1/p)(2mβ + mγ)",
           .reference = "R04, 3.5",
           .serves_allreduce = true,
           .serves_reduce = true,
           .order = OperandOrder::any,
           .bracketing = always<Bracketing::by_block>,
           .parameters = {},
           .generate = ring,
           .claim = ring_claim},
    Kernel{.name = "ring-ordered",
           .summary = "the same with all contributions kept, then reduced in rank order",
           .formula = "2(p − 1)α + (1 − 1/p)(2mβ + mγ)",
           .reference = "R04, 3.5",
           .serves_allreduce = true,
           .serves_reduce = true,
           .order = OperandOrder::rank_order,
           .bracketing = always<Bracketing::class_f>,
           .parameters = {},
           .generate = ring_ordered,
           .claim = ring_claim},
    Kernel{.name = "node",
           .summary = "through shared memory, on one machine: each rank reduces a slice of all "
                      "vectors, and copies the others' (all of them, where vectors are short)",
           .formula = "2(p − 1)α + (1 − 1/p)(2mβ + mγ), α for a look at another rank's cache line, "
                      "β for a byte of its memory",
           .reference = "R04, 3.5",
           .serves_allreduce = true,
           .serves_reduce = true,
           .order = OperandOrder::rank_order,
           .bracketing = always<Bracketing::class_f>,
           .parameters = {},
           .medium = Medium::shared_memory,
           .generate = node,
           .claim = node_claim},
    Kernel{.name = "circulant",
           .summary = "blocks are scattered and gathered along skips that halve, for any p",
           .formula = "2⌈lg p⌉α + (1 − 1/p)(2mβ + mγ); with j rounds of whole pieces, p = q·2^j, "
                      "(2⌈lg q⌉ + j)α + (2 + (j − 2)/q)mβ + (1 + (j − 1)/q)mγ",
           .reference = "T24",
           .serves_allreduce = true,
           .serves_reduce = true,
           .order = OperandOrder::any,
           .bracketing = always<Bracketing::by_block>,
           .parameters = circulant_halvings,
           .generate = circulant,
           .claim = circulant_claim},
    Kernel{.name = "elimination-overlapping",
           .summary = "butterflies, with a 3-2 elimination step wherever p has a bit set",
           .formula = "as halving-doubling; else, p = q·2^k, q odd, "
                      "2⌈lg p⌉α + (1 + 2^−(k+1) − 1/p')(2mβ + mγ); "
                      "without halvings (1 + ⌈lg p⌉)(α + mβ) + ⌈lg p⌉mγ",
           .reference = "RT04, 3.2",
           .serves_allreduce = true,
           .serves_reduce = true,
           .order = OperandOrder::rank_order,
           .bracketing = always<Bracketing::class_f>,
           .parameters = halvings,
           .generate = elimination_overlapping,
           .claim = elimination_claim},
    Kernel{.name = "elimination-non-overlapping",
           .summary = "the same, with all eliminations in one round by 3-2 and 2-1 steps",
           .formula = "as elimination-overlapping",
           .reference = "RT04, 3.3",
           .serves_allreduce = true,
           .serves_reduce = true,
           .order = OperandOrder::rank_order,
           .bracketing = always<Bracketing::class_f>,
           .parameters = halvings,
           .generate = elimination_non_overlapping,
           .claim = elimination_claim},
    Kernel{.name = "bruck",
           .summary = "all vectors go to all ranks in messages that double; each reduces them",
           .formula = "⌈lg p⌉α + (p − 1)(mβ + mγ)",
           .reference = "RT04, 3.5",
           .serves_allreduce = true,
           .serves_reduce = false,
           .order = OperandOrder::rank_order,
           .bracketing = always<Bracketing::class_f>,
           .work_vectors = bruck_work_vectors,
           .parameters = {},
           .generate = bruck,
           .claim = bruck_claim},
    Kernel{.name = "butterfly",
           .summary = "butterflies, dividing while vectors are long; eliminates what is odd",
           .formula = "b rounds that halve: (lg p + b)α + (2 − (2 − lg p + b)/2^b)mβ + "
                      "(1 − (1 − lg p + b)/2^b)mγ",
           .reference = "RT04, 2",
           .serves_allreduce = true,
           .serves_reduce = true,
           .order = OperandOrder::rank_order,
           .bracketing = always<Bracketing::class_f>,
           .parameters = halvings,
           .generate = butterfly,
           .claim = butterfly_claim},
    Kernel{.name = "small-ring",
           .summary = "butterflies, and a ring of r for each odd prime factor r",
           .formula = "for each r ⌈lg r⌉α + (r − 1)(mβ + mγ), or dividing m "
                      "(r − 1 + ⌈lg r⌉)α + (1 − 1/r)(2mβ + mγ)",
           .reference = "RT04, 3.4",
           .serves_allreduce = true,
           .serves_reduce = true,
           .order = OperandOrder::rank_order,
           .bracketing = small_ring_bracketing,
           .work_vectors = small_ring_work_vectors,
           .parameters = halvings,
           .generate = small_ring,
           .claim = small_ring_claim},
    Kernel{.name = "composed",
           .summary = "p as a product of butterflies, small rings and elimination: the cheapest",
           .formula = "the least of all compositions",
           .reference = "RT04, 3.6",
           .serves_allreduce = true,
           .serves_reduce = true,
           .order = OperandOrder::rank_order,
           .bracketing = composed_bracketing,
           .work_vectors = composed_work_vectors,
           .parameters = steps,
           .generate = composed,
           .claim = composed_claim},
    Kernel{.name = "dual-root",
           .summary = "segments up two trees, across at their roots, and down, all at once",
           .formula = "k segments, h = ⌊lg ⌈p/2⌉⌋: at most (4h + 1 + 3(k − 1))(α + mβ/k) + "
                      "(2h + 1 + 3(k − 1))mγ/k",
           .reference = "T21",
           .serves_allreduce = true,
           .serves_reduce = false,
           .order = OperandOrder::rank_order,
           .bracketing = always<Bracketing::own>,
           .parameters = segments,
           .generate = dual_root,
           .claim = dual_root_claim},
    Kernel{.name = "two-tree",
           .summary =
               "a pipelined tree for each half, where inner nodes of one are leaves of the other",
           .formula = "k segments: at most 2(k + ⌊lg p⌋)(α + mβ/2k + mγ/2k)",
           .reference = "SST09",
           .serves_allreduce = false,
           .serves_reduce = true,
           .order = OperandOrder::any,
           .bracketing = always<Bracketing::by_block>,
           .parameters = segments,
           .generate = two_tree,
           .claim = two_tree_claim},
    Kernel{.name = "sbt",
           .summary = "binary-tree, as the line of sbt-2d",
           .formula = "⌈lg p⌉(2α + 2mβ + mγ)",
           .reference = "A2D, 3",
           .serves_allreduce = true,
           .serves_reduce = true,
           .order = OperandOrder::rank_order,
           .bracketing = always<Bracketing::aligned>,
           .parameters = {},
           .generate = binary_tree,
           .claim = binary_tree_claim},
    Kernel{.name = "bsbt",
           .summary = "a tree for each half of the vector, on even and on odd ranks",
           .formula = "⌈lg p⌉(2α + mβ + mγ/2); odd p: as p − 1, + 2α + 2mβ + mγ",
           .reference = "A2D, 3",
           .serves_allreduce = true,
           .serves_reduce = true,
           .order = OperandOrder::rank_order,
           .bracketing = always<Bracketing::own>,
           .parameters = {},
           .generate = balanced_trees_plan,
           .claim = balanced_trees_claim},
    Kernel{.name = "bucket",
           .summary = "partial sums of blocks go round, then the blocks",
           .formula = "2(p − 1)α + (1 − 1/p)(2mβ + mγ)",
           .reference = "A2D, 3",
           .serves_allreduce = true,
           .serves_reduce = true,
           .order = OperandOrder::any,
           .bracketing = always<Bracketing::by_block>,
           .parameters = {},
           .generate = bucket,
           .claim = bucket_claim},
    Kernel{.name = "sbt-2d",
           .summary = "sbt in the rows of a grid of R rows and C columns, then in its columns",
           .formula = "(⌈lg R⌉ + ⌈lg C⌉)(2α + 2mβ + mγ); "
                      "ranks outside the grid: at most 2α + 2mβ + mγ more",
           .reference = "A2D, 3",
           .serves_allreduce = true,
           .serves_reduce = true,
           .order = OperandOrder::rank_order,
           .bracketing = always<Bracketing::own>,
           .parameters = grid,
           .generate = tree_2d,
           .claim = tree_2d_claim},
    Kernel{.name = "bsbt-2d",
           .summary = "bsbt in rows, then in columns",
           .formula = "(⌈lg R⌉ + ⌈lg C⌉)(2α + mβ + mγ/2); "
                      "each odd side as in bsbt, ranks outside the grid as in sbt-2d",
           .reference = "A2D, 3",
           .serves_allreduce = true,
           .serves_reduce = true,
           .order = OperandOrder::rank_order,
           .bracketing = always<Bracketing::own>,
           .parameters = grid,
           .generate = balanced_trees_2d,
           .claim = balanced_trees_2d_claim},
    Kernel{.name = "bucket-2d",
           .summary = "rows combine blocks, columns reduce them, rows distribute them",
           .formula = "2(R + C − 2)α + (1 − 1/RC)(2mβ + mγ); "
                      "ranks outside the grid: 2α + 2mβ + mγ more",
           .reference = "A2D, 3",
           .serves_allreduce = true,
           .serves_reduce = true,
           .order = OperandOrder::any,
           .bracketing = always<Bracketing::by_block>,
           .parameters = grid,
           .generate = bucket_2d,
           .claim = bucket_2d_claim},
    Kernel{.name = "mesh-adaptive",
           .summary = "strips of S ranks combine, then bsbt-2d on segments of m/S; "
                      "S = 1 keeps rank order",
           .formula = "(2(S − 1) + 2 lg C + 2 lg(R/S) + lg S)α + "
                      "(2(S − 1) + lg C + lg(R/S) + lg S)mβ/S + "
                      "(S − 1 + (lg C + lg(R/S))/2)mγ/S; "
                      "else each side as in bsbt, and at most ⌈lg(S + C mod S)⌉ for lg S",
           .reference = "A2D, 4",
           .serves_allreduce = true,
           .serves_reduce = true,
           .order = OperandOrder::any,
           .bracketing = mesh_adaptive_bracketing,
           .parameters = strips,
           .generate = mesh_adaptive,
           .claim = mesh_adaptive_claim},
};

}  // namespace

std::span<const Kernel> kernels() { return registry; }

}  // namespace allfold
