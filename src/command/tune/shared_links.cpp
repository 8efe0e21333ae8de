#include "command/tune/shared_links.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "command/measure/calls.hpp"
#include "command/tune/exchange.hpp"
#include "tuning/group_links.hpp"
#include "tuning/node_groups.hpp"

namespace allfold::command::tune {

namespace {

/// The number of nodes whose distances are measured.
constexpr int most_nodes = 64;

/// Half of the round trip of a short message between this rank and `peer`.
double seconds_of_message(int peer, bool begins, MPI_Comm comm) {
  constexpr int calls = 16;
  char letter = 0;
  return median_of_samples([&] {
    const double begin = measure::now();
    for (int call = 0; call < calls; ++call) {
      if (begins) MPI_Send(&letter, 1, MPI_CHAR, peer, 0, comm);
      MPI_Recv(&letter, 1, MPI_CHAR, peer, 0, comm, MPI_STATUS_IGNORE);
      if (!begins) MPI_Send(&letter, 1, MPI_CHAR, peer, 0, comm);
    }
    return (measure::now() - begin) / (2 * calls);
  });
}

/// The distances between all ranks of a communicator, measured in rounds in which each rank has one
/// peer. Returned on rank 0.
tuning::Distances distances_between(MPI_Comm comm) {
  int rank = 0;
  int ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  const int places = ranks + ranks % 2;
  const int last = std::max(places - 1, 1);
  std::vector<double> own(static_cast<std::size_t>(ranks));
  for (int round = 0; round + 1 < places; ++round) {
    // A round-robin tournament: the last place is fixed, the others rotate.
    const int opposite = (2 * round + last - rank) % last;
    const int peer = rank == last ? round : opposite == rank ? last : opposite;
    MPI_Barrier(comm);
    if (peer < ranks)
      own[static_cast<std::size_t>(peer)] = seconds_of_message(peer, rank < peer, comm);
  }
  std::vector<double> all(rank == 0 ? own.size() * own.size() : 0);
  MPI_Gather(own.data(), ranks, MPI_DOUBLE, all.data(), ranks, MPI_DOUBLE, 0, comm);
  tuning::Distances distances;
  for (auto row = all.begin(); row != all.end(); row += ranks)
    distances.emplace_back(row, row + ranks);
  return distances;
}

/// Seconds per byte of the slowest of the pairs that exchange at the same time. `pair` is the
/// number of this rank's pair; -1: none.
double beta_of_pairs(const Job& job, int pair) {
  MPI_Comm own = MPI_COMM_NULL;
  MPI_Comm_split(job.comm(), pair < 0 ? MPI_UNDEFINED : pair, job.rank(), &own);
  double beta = 0;
  if (own != MPI_COMM_NULL) {
    beta = link_of(own, longest_message(job)).beta;
    MPI_Comm_free(&own);
  }
  measure::meet_asleep(job.comm());
  double slowest = 0;
  MPI_Allreduce(&beta, &slowest, 1, MPI_DOUBLE, MPI_MAX, job.comm());
  return slowest;
}

/// Measures the adapter: ranks of the first node exchange with as many ranks of the second node.
void probe_adapter(const Job& job, allfold::cost::CostModel& model) {
  const algorithms::Nodes& nodes = job.nodes();
  const auto pairs = static_cast<int>(std::min(nodes.members(0).size(), nodes.members(1).size()));
  if (pairs < 2) return;
  const bool belongs = nodes.node_of(job.rank()) < 2 && nodes.local_rank_of(job.rank()) < pairs;
  const double beta = beta_of_pairs(job, belongs ? nodes.local_rank_of(job.rank()) : -1);
  if (tuning::is_clearly_slower(beta, model.link.beta)) model.beta_adapter = beta / pairs;
}

/// The number of the pair of a node's first rank, or -1. Each of the first `pairs` nodes of the
/// first group has a partner in the next group, or alternately in the next `groups` groups.
int pair_of(int node, int nodes_per_group, int pairs, int groups) {
  const int group = node / nodes_per_group;
  const int place = node % nodes_per_group;
  if (place >= pairs) return -1;
  return group == 0 || group == 1 + place % groups ? place : -1;
}

/// Measures the links between groups of `nodes_per_group` nodes among the first `nodes` nodes.
/// `beta` is the time per byte of a single message.
allfold::cost::NodeGroups probed_groups(const Job& job, int nodes_per_group, int nodes,
                                        double beta) {
  const bool is_first = job.nodes().local_rank_of(job.rank()) == 0;
  const int pairs = std::min(nodes_per_group, nodes - nodes_per_group);
  const auto beta_with = [&](int groups) {
    const int node = job.nodes().node_of(job.rank());
    return beta_of_pairs(job, is_first ? pair_of(node, nodes_per_group, pairs, groups) : -1);
  };
  tuning::FarTimes times{
      .nodes_per_group = nodes_per_group, .pairs = pairs, .with_one_group = beta_with(1)};
  if (nodes >= 3 * nodes_per_group) times.with_two_groups = beta_with(2);
  return tuning::groups_with(times, beta);
}

void probe_groups(const Job& job, allfold::cost::CostModel& model) {
  const algorithms::Nodes& nodes = job.nodes();
  const bool is_first = nodes.local_rank_of(job.rank()) == 0;
  std::array<int, 2> sizes{};
  on_subset(job, is_first && nodes.node_of(job.rank()) < most_nodes, [&](MPI_Comm firsts) {
    std::ranges::copy(tuning::nodes_of_groups(distances_between(firsts)), sizes.begin());
  });
  MPI_Bcast(sizes.data(), static_cast<int>(sizes.size()), MPI_INT, 0, job.comm());
  const auto [smaller, larger] = sizes;
  if (smaller == 0) return;
  const auto probed = [&](int size, int of) {
    return probed_groups(job, size, of, model.link.beta);
  };
  model.groups = probed(larger > 0 ? larger : smaller, nodes.count());
  if (larger == 0) return;
  model.switches = probed(smaller, larger);
  // If only the switches share slow links, the model has one level.
  if (!model.groups.are_known()) std::swap(model.groups, model.switches);
}

}  // namespace

void probe_shared_links(const Job& job, allfold::cost::CostModel& model) {
  if (job.nodes().count() < 2) return;
  probe_adapter(job, model);
  probe_groups(job, model);
}

}  // namespace allfold::command::tune
