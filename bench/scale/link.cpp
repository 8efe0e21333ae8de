#include "link.hpp"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "cost/routes.hpp"
#include "starts.hpp"

namespace allfold::bench {

namespace {

/// Seconds of a message from a rank to rank 0; returned on rank 0, 0 on all others. Returns when
/// the network is idle again.
double seconds_of_message(int from, int bytes, int rank, double start) {
  constexpr double longest = 1e-3;
  constexpr int tag = 2;
  std::vector<char> memory(static_cast<std::size_t>(bytes));
  double seconds = 0;
  wait_until(start);
  if (rank == from) PMPI_Send(memory.data(), bytes, MPI_BYTE, 0, tag, MPI_COMM_WORLD);
  if (rank == 0) {
    PMPI_Recv(memory.data(), bytes, MPI_BYTE, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    seconds = now() - start;
  }
  wait_until(start + longest);
  return seconds;
}

/// The model's description of groups. `beta` is the time per byte of a host's own link.
cost::NodeGroups known(const Groups& groups, double beta) {
  if (groups.hosts == 0) return {};
  cost::NodeGroups known{.nodes = static_cast<double>(groups.hosts)};
  (groups.links == Groups::Links::to_each_other ? known.beta_pair : known.beta_far) =
      beta * groups.taper;
  return known;
}

/// Adds the shared links to the model. `beta` is the time per byte of a single message.
cost::CostModel with_sharing(cost::CostModel model, const Contest& contest, double beta) {
  const SharedLinks& shared = contest.shared;
  if (contest.ranks_per_host > 1) model.beta_adapter = beta;
  model.switches = known(shared.switches, beta);
  model.groups = known(shared.groups, beta);
  if (shared.chassis > 0) model.chassis = shared.chassis;
  if (shared.columns > 1) model.torus.x = shared.columns;
  if (shared.rows > 1) model.torus.y = shared.rows;
  if (shared.link_latency > 0) model.alpha_hop = shared.link_latency;
  return model;
}

}  // namespace

cost::CostModel measured_model(const Contest& contest) {
  int rank = 0;
  int ranks = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
  cost::CostModel model{.link = {.gap = contest.gap}, .gamma = contest.reduction};
  // Senders are ranks on other hosts than rank 0, near and far ones.
  const int others = ranks - contest.ranks_per_host;
  if (others <= 0) return model;
  if (contest.knows_sharing) model = with_sharing(model, contest, 0);
  const cost::Routes routes(model);
  constexpr int most_senders = 24;
  const int senders = std::min(others, most_senders);
  constexpr std::array lengths{8, 60000};
  std::array<double, lengths.size()> sums{};
  double links = 0;
  constexpr double period = 2e-3;
  double start = greatest_of_all(now());
  for (int number = 0; number < senders; ++number) {
    const int from =
        contest.ranks_per_host + static_cast<int>(std::int64_t{number} * others / senders);
    for (std::size_t i = 0; i < lengths.size(); ++i)
      sums[i] += seconds_of_message(from, lengths[i], rank, start += period);
    links += routes.links_between(static_cast<std::uint32_t>(from / contest.ranks_per_host), 0);
  }
  for (double& sum : sums) sum = greatest_of_all(sum) / senders;
  const double bytes_between = lengths[1] - lengths[0];
  model.link.beta = (sums[1] - sums[0]) / bytes_between;
  model.link.alpha = sums[0] - lengths[0] * model.link.beta;
  if (!contest.knows_sharing) return model;
  // Alpha is the latency of the shortest path.
  if (model.alpha_hop < cost::unknown)
    model.link.alpha -= model.alpha_hop * (links / senders - routes.fewest_links());
  return with_sharing(model, contest, model.link.beta);
}

}  // namespace allfold::bench
