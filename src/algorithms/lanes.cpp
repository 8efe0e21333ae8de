/// Lanes. Through shared memory inside nodes, and between nodes on the links of several ranks.
///
/// Idea: the first L ranks of every node are its lanes. The ranks of a node reduce to its lanes,
/// each of which gets one of L slices of the vector; each lane reduces its slice with its
/// counterparts on the other nodes, by a composition of as many ranks as there are nodes; then the
/// lanes' slices go to all ranks of their node, or to the root. One lane is the *leader* of its
/// node, which is best for short vectors; with as many lanes as ranks, the link of each rank is
/// busy. The stages on a node are written as messages; node::Group computes the same in shared
/// memory.
///
/// Restrictions: none. Any number of ranks on each node; L is at most the number of ranks of the
/// smallest node. Rank order if each node holds successive ranks, otherwise commutative operations
/// only. One bracketing: class F if each node holds the same power of two of successive ranks.
///
/// Cost, with n ranks on the largest node: (n-1)(2α' + 2mβ'/L + mγ/L) on the nodes, and between
/// them the composition's cost of m/L bytes; in each of its rounds the adapter of a node sends L - 1
/// messages of other lanes before. More than 8 ranks of a node form clusters: lanes_costs.hpp.
///
/// Reference: J. L. Träff, Decomposing Collectives for Exploiting Multi-lane Communication, arXiv
/// 1910.13373. Leaders: X. Luo and others, HAN: a Hierarchical AutotuNed Collective Communication
/// Framework, IEEE Cluster 2020.
///
/// Rounds (`A-B 0-3`: blocks A and B, reduced over ranks 0 to 3; {}: not reduced yet):
/// $ allfold plan --brief --algorithm lanes:lanes=2 -p 6 --ranks-per-node 3
/// rank  start  round 1         round 2  round 3  round 4  round 5  round 6
///    0  A-D 0  A-B {0,2}       A-B 0-2  A 0-5    A-B 0-5  "        A-D 0-5
///    1  A-D 1  C-D 0-1; A-B 1  C-D 0-2  C 0-5    C-D 0-5  A-D 0-5  "
///    2  A-D 2  C-D 2           ·        ·        ·        C-D 0-5  A-D 0-5
///    3  A-D 3  A-B {3,5}       A-B 3-5  B 0-5    A-B 0-5  "        A-D 0-5
///    4  A-D 4  C-D 3-4; A-B 4  C-D 3-5  D 0-5    C-D 0-5  A-D 0-5  "
///    5  A-D 5  C-D 5           ·        ·        ·        C-D 0-5  A-D 0-5
#include "algorithms/lanes.hpp"

#include <algorithm>
#include <span>

#include "algorithms/composed.hpp"
#include "algorithms/composition_plans.hpp"
#include "algorithms/composition_search.hpp"
#include "algorithms/lanes_costs.hpp"
#include "algorithms/powers.hpp"
#include "algorithms/rows.hpp"
#include "algorithms/shared_memory_stages.hpp"

namespace allfold::algorithms {

namespace {

int lanes_of(const Task& task, const Nodes& nodes) {
  const int possible = std::min(nodes.fewest(), most_lanes);
  return task.parameters.lanes == 0 ? possible : std::min(task.parameters.lanes, possible);
}

/// The task of a rank among its counterparts on the other nodes.
Task between(const Task& task, const Nodes& nodes) {
  Task own{.collective = task.collective,
           .ranks = nodes.count(),
           .rank = nodes.node_of(task.rank),
           .root = nodes.node_of(task.root)};
  // Stages share scratch vectors, which are not adjacent.
  if (!takes_rows(task.parameters.composition))
    own.parameters.composition = task.parameters.composition;
  return own;
}

Plan plan_between(const Task& task, const Nodes& nodes) {
  const Task own = between(task, nodes);
  return plan_of(own, composition_of(own));
}

class Lanes {
 public:
  explicit Lanes(const Task& task)
      : nodes_(nodes_of(task)),
        lanes_(lanes_of(task, nodes_)),
        node_(nodes_.node_of(task.rank)),
        place_(nodes_.local_rank_of(task.rank)),
        root_(has_root(task.collective) ? task.root : -1),
        middle_(flatten(plan_between(task, nodes_))),
        plan_{.ranks = task.ranks,
              .rank = task.rank,
              .blocks = lanes_ * middle_.blocks,
              .stages = {}} {}

  Plan plan() && {
    if (members() > 1) add_inside({.kind = Shared::Kind::scatter, .lanes = lanes_});
    if (nodes_.count() > 1 && place_ < lanes_) add_between();
    if (members() > 1 && has_result())
      add_inside({.kind = Shared::Kind::gather,
                  .lanes = lanes_,
                  .root = root_ < 0 ? Shared::everyone : nodes_.local_rank_of(root_)});
    if (plan_.ranks == 1) return flat_plan(std::move(middle_));
    return std::move(plan_);
  }

 private:
  [[nodiscard]] int members() const { return static_cast<int>(nodes_.members(node_).size()); }
  [[nodiscard]] bool has_result() const { return root_ < 0 || nodes_.node_of(root_) == node_; }
  [[nodiscard]] Blocks all() const { return {.first = 0, .last = plan_.blocks}; }

  void add_inside(const Shared& shared) {
    Author author(members(), place_, lanes_);
    if (shared.kind == Shared::Kind::scatter)
      scatter_to_lanes(author, lanes_);
    else
      gather_from_lanes(author, lanes_, shared.root);
    const std::span<const int> group = nodes_.members(node_);
    plan_.stages.push_back({.group = {group.begin(), group.end()},
                            .slice = all(),
                            .schedule = std::move(author).finish(),
                            .medium = Medium::shared_memory,
                            .shared = shared});
  }
  void add_between() {
    std::vector<int> counterparts;
    counterparts.reserve(static_cast<std::size_t>(nodes_.count()));
    for (int node = 0; node < nodes_.count(); ++node)
      counterparts.push_back(nodes_.members(node)[static_cast<std::size_t>(place_)]);
    plan_.stages.push_back({.group = std::move(counterparts),
                            .slice = share_of(all(), place_, lanes_),
                            .schedule = std::move(middle_)});
  }

  Nodes nodes_;
  int lanes_;
  int node_;
  int place_;
  int root_;         // -1: everyone
  Schedule middle_;  // between nodes
  Plan plan_;
};

Plan lanes_plan(const Task& task) { return Lanes(task).plan(); }

Claim lanes_claim(const Task& task) {
  const Nodes nodes = nodes_of(task);
  const int lanes = lanes_of(task, nodes);
  const Task own = between(task, nodes);
  const Claim middle = claim_of(own, composition_of(own));
  const double share = 1.0 / lanes;
  Claim claim{.kind = Claim::Kind::at_most,
              .cost = cost::of_share(share, middle.cost),
              .shortest_message = share * middle.shortest_message,
              .rounds_go = middle.rounds_go};
  for (const cost::Cost& other : middle.others)
    claim.others.push_back(cost::of_share(share, other));
  if (nodes.most() > 1)
    claim.inside = scatter_to_lanes_cost(nodes.most(), lanes) +
                   gather_from_lanes_cost(nodes.most(), lanes, task.collective);
  if (nodes.most() > most_without_clusters)
    claim.in_clusters = lanes_costs_in_clusters(nodes.most(), lanes, task.collective);
  // Lanes start their messages at the same time, but a node's adapter sends them one after the
  // other.
  claim.messages_before = (lanes - 1) * claim.cost.rounds;
  return claim;
}

Bracketing lanes_bracketing(const Task& task) {
  const Nodes nodes = nodes_of(task);
  if (nodes.count() == 1) return Bracketing::class_f;
  const bool fits_f =
      nodes.hold_successive_ranks() && nodes.fewest() == nodes.most() && is_power(nodes.most());
  const Bracketing middle = bracketing_of(composition_of(between(task, nodes)));
  return fits_f && middle == Bracketing::class_f ? middle : Bracketing::own;
}

/// Each lane's slice is long enough for the segments between nodes.
std::int64_t lanes_least_bytes(const Task& task, Pace pace) {
  const Nodes nodes = nodes_of(task);
  return lanes_of(task, nodes) * least_bytes_of(composition_of(between(task, nodes)), pace);
}

int lanes_work_vectors(const Task& task) {
  const Nodes nodes = nodes_of(task);
  const int lanes = lanes_of(task, nodes);
  // If messages take the place of shared memory, a lane keeps its slice of all other ranks'
  // vectors.
  return work_vectors_of(composition_of(between(task, nodes))) +
         (nodes.most() - 1 + lanes - 1) / lanes;
}

}  // namespace

Nodes nodes_of(const Task& task) {
  return task.nodes.are_known() ? task.nodes : Nodes::in_succession(task.ranks, 1);
}

std::vector<Composition> compositions_between_nodes(const Task& task) {
  std::vector<Composition> all = compositions(between(task, nodes_of(task)));
  // Slices are long, whereas exchanges of all shares in one round suit short ones.
  std::erase_if(all, [](const Composition& composition) {
    return takes_rows(composition) || std::ranges::any_of(composition, divides_at_once);
  });
  return all;
}

std::vector<int> numbers_of_lanes(const Task& task) {
  const int most = lanes_of({.ranks = task.ranks, .nodes = task.nodes}, nodes_of(task));
  return most == 1 ? std::vector{1} : std::vector{1, most};
}

constinit const Kernel row::lanes{
    .name = "lanes",
    .summary =
        "inside nodes through shared memory; between nodes several ranks of a node "
        "reduce a slice each, or one rank the vector",
    .formula =
        "2(n − 1)α' + (n − 1)/L·(2mβ' + mγ) inside nodes of n ranks, and a "
        "composition for m/L between them",
    .reference = "T19",
    .least_bytes = lanes_least_bytes,
    .collectives = {Collective::allreduce, Collective::reduce},
    .order = OperandOrder::rank_order,
    .bracketing = lanes_bracketing,
    .work_vectors = lanes_work_vectors,
    .parameters = parameter::lanes,
    .carrier = Carrier::both,
    .generate = lanes_plan,
    .claim = lanes_claim};

}  // namespace allfold::algorithms
