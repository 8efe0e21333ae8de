#include "command/tune/probe.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <vector>

#include "algorithms/kernel.hpp"
#include "algorithms/registry.hpp"
#include "command/measure/calls.hpp"
#include "mpi/machine.hpp"
#include "ops/loops.hpp"
#include "rules/segment_length.hpp"
#include "select/network.hpp"
#include "tuning/fit.hpp"
#include "tuning/paired.hpp"

namespace allfold::command::tune {

namespace {

constexpr int samples = 15;
constexpr std::array exchanged_bytes = {8, 1 << 10, 16 << 10, 128 << 10, 1 << 20};
constexpr std::array reduced_elements = {1, 256, 8 << 10, 128 << 10};

/// The calls that make a sample: few of those that take long.
int calls_for(int bytes) { return bytes <= 16 << 10 ? 16 : 2; }

double median_of_samples(const std::function<double()>& sample) {
  static_cast<void>(sample());
  std::vector<double> seconds;
  seconds.reserve(samples);
  for (int i = 0; i < samples; ++i) seconds.push_back(sample());
  return tuning::median(seconds).value;
}

/// The seconds that a byte takes to be reduced, in vectors that a cache holds.
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

/// The longest messages that kernels send here: longer ones are cut.
int longest_message(const Job& job) {
  if (job.nodes().count() == 1) return rules::segment_on_one_node;
  const std::int64_t limit = mpi::network_eager_limit();
  return limit > 0 ? static_cast<int>(limit) : std::numeric_limits<int>::max();
}

/// Seconds until a rank that sends so many bytes to each of the others, all at once, has theirs.
double exchange(int bytes, int longest, MPI_Comm comm) {
  int rank = 0;
  int ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  const std::vector<char> out(static_cast<std::size_t>(bytes));
  std::vector<std::vector<char>> in(static_cast<std::size_t>(ranks), out);
  const auto start_all = [&] {
    std::vector<MPI_Request> requests;
    for (int at = 0, length = 0; at < bytes; at += length) {
      length = std::min(longest, bytes - at);
      for (int i = 1; i < ranks; ++i) {
        const int from = (rank - i + ranks) % ranks;
        MPI_Irecv(&in[static_cast<std::size_t>(from)][static_cast<std::size_t>(at)], length,
                  MPI_CHAR, from, 0, comm, &requests.emplace_back());
      }
      for (int i = 1; i < ranks; ++i)
        MPI_Isend(&out[static_cast<std::size_t>(at)], length, MPI_CHAR, (rank + i) % ranks, 0, comm,
                  &requests.emplace_back());
    }
    return requests;
  };
  return median_of_samples([&] {
    MPI_Barrier(comm);
    const double begin = measure::now();
    for (int call = 0; call < calls_for(bytes); ++call) {
      std::vector<MPI_Request> requests = start_all();
      MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
    }
    return (measure::now() - begin) / calls_for(bytes);
  });
}

/// Runs `work(subset)` on a subset of the job; the others sleep.
void on_subset(const Job& job, bool belongs, const std::function<void(MPI_Comm)>& work) {
  MPI_Comm subset = job.subset(belongs);
  if (belongs) {
    work(subset);
    MPI_Comm_free(&subset);
  }
  measure::meet_asleep(job.comm());
}

allfold::cost::LinkCost link(const Job& job) {
  const int peer = job.nodes().count() > 1 ? job.nodes().members(1).front() : 1;
  std::vector<tuning::Observation> seen;
  on_subset(job, job.leads() || job.rank() == peer, [&](MPI_Comm pair) {
    for (const int bytes : exchanged_bytes)
      seen.push_back({.messages = 1,
                      .bytes = static_cast<double>(bytes),
                      .seconds = exchange(bytes, longest_message(job), pair)});
  });
  return tuning::fit(seen);
}

/// Between the first ranks of some nodes.
double gap(const Job& job, const allfold::cost::LinkCost& link) {
  constexpr int most_nodes = 16;
  constexpr int bytes = 8;
  const algorithms::Nodes& nodes = job.nodes();
  const double others = std::min(nodes.count(), most_nodes) - 1;
  const bool belongs = nodes.place_of(job.rank()) == 0 && nodes.node_of(job.rank()) < most_nodes;
  double seconds = 0;
  on_subset(job, belongs, [&](MPI_Comm firsts) { seconds = exchange(bytes, bytes, firsts); });
  return tuning::gap_of({.messages = others, .bytes = others * bytes, .seconds = seconds}, link);
}

/// Of a sum through shared memory on the ranks of one node.
std::vector<tuning::Observation> shared_sums(MPI_Comm node, double gamma) {
  const schedule::Collective collective = schedule::Collective::allreduce;
  measure::Setup setup = measure::understand({.collective = "allreduce"});
  setup.counts.assign(reduced_elements.begin(), reduced_elements.end());
  const measure::Surroundings there = measure::survey(node);
  measure::Calls calls(node, there, setup);
  const measure::Contestant sum = measure::allfold_contestant(node, "node", {&collective, 1});
  const allfold::cost::Cost cost = algorithms::find_kernel("node")
                                       ->claim({.collective = collective, .ranks = there.ranks})
                                       .by_term();
  std::vector<tuning::Observation> seen;
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
      job.nodes().count() == 1 ? select::Network::local : mpi::network_of_machine());
  if (job.leads()) model.gamma = gamma();
  measure::meet_asleep(job.comm());
  const double usual_gap = model.link.gap;
  model.link = link(job);
  const algorithms::Nodes& nodes = job.nodes();
  model.link.gap = nodes.count() > 2 ? gap(job, model.link) : usual_gap;
  if (nodes.members(0).size() < 2) return model;
  on_subset(job, nodes.node_of(job.rank()) == 0,
            [&](MPI_Comm node) { model.inside = tuning::fit(shared_sums(node, model.gamma)); });
  return model;
}

}  // namespace allfold::command::tune
