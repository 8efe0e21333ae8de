#include "command/tune/probe.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "algorithms/kernel.hpp"
#include "algorithms/registry.hpp"
#include "command/measure/calls.hpp"
#include "command/tune/exchange.hpp"
#include "command/tune/shared_links.hpp"
#include "mpi/machine/machine.hpp"
#include "ops/loops.hpp"
#include "select/network.hpp"
#include "tuning/fit.hpp"

namespace allfold::command::tune {

namespace {

constexpr std::array reduced_elements = {1, 256, 8 << 10, 128 << 10};

/// Seconds per byte of a reduction of vectors that fit a cache.
double gamma() {
  constexpr std::size_t elements = std::size_t{1} << 13;
  constexpr int calls = 16;
  const ops::Loop* loop = ops::find_loop(ops::ReductionOp::sum, ops::ElementType::float64);
  std::vector<double> left(elements, 1);
  const std::vector<double> right(elements, 0);
  const double seconds = median_of_samples([&] {
    const double begin = measure::now();
    for (int i = 0; i < calls; ++i) loop->reduce(left.data(), left.data(), right.data(), elements);
    return (measure::now() - begin) / calls;
  });
  return seconds / (elements * sizeof(double));
}

allfold::cost::LinkCost link(const Job& job) {
  const int peer = job.nodes().count() > 1 ? job.nodes().members(1).front() : 1;
  allfold::cost::LinkCost link;
  on_subset(job, job.leads() || job.rank() == peer,
            [&](MPI_Comm pair) { link = link_of(pair, longest_message(job)); });
  return link;
}

/// The gap between messages of the first ranks of some nodes; absent if noise hides it.
std::optional<double> gap(const Job& job, const allfold::cost::LinkCost& link) {
  constexpr int most_nodes = 16;
  constexpr int bytes = 8;
  const algorithms::Nodes& nodes = job.nodes();
  const double others = std::min(nodes.count(), most_nodes) - 1;
  const bool belongs =
      nodes.local_rank_of(job.rank()) == 0 && nodes.node_of(job.rank()) < most_nodes;
  double seconds = 0;
  on_subset(job, belongs, [&](MPI_Comm firsts) { seconds = exchange(bytes, bytes, firsts); });
  return tuning::gap_of({.messages = others, .bytes = others * bytes, .seconds = seconds}, link);
}

/// Times of sums through shared memory on the ranks of one node.
std::vector<tuning::TimedExchange> shared_sums(MPI_Comm node, double gamma) {
  const schedule::Collective collective = schedule::Collective::allreduce;
  measure::Setup setup = measure::understand({.collective = "allreduce"});
  setup.counts.assign(reduced_elements.begin(), reduced_elements.end());
  const measure::Surroundings there = measure::survey(node);
  measure::Calls calls(node, there, setup);
  const measure::Contestant sum = measure::allfold_contestant(node, "node", {&collective, 1});
  const allfold::cost::Cost cost = algorithms::find_kernel("node")
                                       ->claim({.collective = collective, .ranks = there.ranks})
                                       .by_term();
  std::vector<tuning::TimedExchange> seen;
  for (const int count : reduced_elements) {
    const double bytes = static_cast<double>(count) * sizeof(double);
    const double seconds = median_of_samples([&] {
      const measure::Call call{.collective = collective, .count = count};
      return calls.slowest({calls.time(sum, call, calls_for(count * 8)).seconds}).front();
    });
    const double copying = seconds - cost.reductions * bytes * gamma;
    if (copying > 0)
      seen.push_back({.messages = cost.rounds, .bytes = cost.volume * bytes, .seconds = copying});
  }
  return seen;
}

}  // namespace

allfold::cost::CostModel probe(const Job& job) {
  allfold::cost::CostModel model = select::default_model(
      job.nodes().count() == 1 ? select::Network::local : mpi::machine::network_of_machine());
  if (job.leads()) model.gamma = gamma();
  measure::meet_asleep(job.comm());
  const allfold::cost::LinkCost usual = model.link;
  model.link = link(job);
  model.link.latency = usual.latency;
  const algorithms::Nodes& nodes = job.nodes();
  std::optional<double> measured_gap;
  if (nodes.count() > 2) measured_gap = gap(job, model.link);
  model.link.gap = measured_gap.value_or(usual.gap);
  probe_shared_links(job, model);
  if (nodes.members(0).size() < 2) return model;
  on_subset(job, nodes.node_of(job.rank()) == 0,
            [&](MPI_Comm node) { model.inside = tuning::fit(shared_sums(node, model.gamma)); });
  return model;
}

}  // namespace allfold::command::tune
