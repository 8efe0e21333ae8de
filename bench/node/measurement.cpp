#include "measurement.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>

#include "node/area.hpp"
#include "text/format.hpp"

namespace allfold::bench {

namespace {

constexpr double nanoseconds_between_calls = 500;

/// How many calls come before those that are measured, and how many of these.
struct Calls {
  int before;
  int measured;
};

Calls calls_of(std::int64_t bytes) {
  constexpr std::int64_t kibi = 1024;
  if (bytes >= 1024 * kibi) return {.before = 1, .measured = 1};
  if (bytes >= 256 * kibi) return {.before = 1, .measured = 2};
  return {.before = 6, .measured = bytes >= 16 * kibi ? 4 : 6};
}

/// Differ between ranks, positions and calls.
std::uint64_t input_of(int rank, std::int64_t position, int call) {
  return static_cast<std::uint64_t>(rank + 1) *
         static_cast<std::uint64_t>(2 * position + 1 + 1'000'003LL * call);
}

std::uint64_t sum_of(int ranks, std::int64_t position, int call) {
  return static_cast<std::uint64_t>(ranks) * input_of(ranks, position, call) / 2;
}

/// The calls of a candidate, one after the other.
class Series {
 public:
  Series(const Request& request, node_model::Simulation& simulation, const Make& make);
  Measured run();

 private:
  void run_rank(int rank, const Calls& calls);
  void write_input(int rank, int call);
  void check(int rank, int call) const;
  /// The call before which the input of a call was written.
  [[nodiscard]] int input_call(int call) const {
    return request_.inputs == Inputs::rewritten ? call : 0;
  }

  const Request& request_;
  Task task_;
  std::unique_ptr<Candidate> candidate_;
  std::vector<double> begun_, ended_;  ///< by rank, of the latest call
  double sum_ = 0;
};

Task task_of(const Request& request, node_model::Simulation& simulation) {
  Task task{.simulation = simulation,
            .collective = request.collective,
            .bytes = (request.bytes + element_bytes - 1) / element_bytes * element_bytes,
            .inputs = {},
            .results = {}};
  for (int rank = 0; rank < request.ranks; ++rank) {
    task.inputs.push_back(static_cast<std::byte*>(simulation.region(rank)));
    task.results.push_back(static_cast<std::byte*>(simulation.region(rank)));
  }
  return task;
}

Series::Series(const Request& request, node_model::Simulation& simulation, const Make& make)
    : request_(request),
      task_(task_of(request, simulation)),
      candidate_(make(task_)),
      begun_(static_cast<std::size_t>(request.ranks)),
      ended_(static_cast<std::size_t>(request.ranks)) {}

Measured Series::run() {
  const Calls calls = calls_of(request_.bytes);
  task_.simulation.run([&](int rank) { run_rank(rank, calls); });
  const node_model::Traffic& all = task_.simulation.traffic();
  constexpr double nanosecond = 1e-9;
  return {.seconds = sum_ / calls.measured * nanosecond,
          .traffic = {.between_sockets = all.between_sockets / calls.measured,
                      .between_caches = all.between_caches / calls.measured,
                      .memory = all.memory / calls.measured}};
}

void Series::run_rank(int rank, const Calls& calls) {
  node_model::Simulation& simulation = task_.simulation;
  const auto own = static_cast<std::size_t>(rank);
  for (int call = 0; call < calls.before + calls.measured; ++call) {
    if (call == input_call(call)) write_input(rank, call);
    simulation.meet(nanoseconds_between_calls);
    if (call == calls.before && rank == root) simulation.traffic() = {};
    begun_[own] = simulation.now();
    simulation.work(simulation.node().time.call);
    candidate_->reduce(rank);
    ended_[own] = simulation.now();
    check(rank, input_call(call));
    simulation.meet(0);
    if (rank == root && call >= calls.before)
      sum_ += std::ranges::max(ended_) - std::ranges::min(begun_);
  }
}

void Series::write_input(int rank, int call) {
  std::byte* const input = task_.input(rank);
  for (std::int64_t i = 0; i < task_.bytes / element_bytes; ++i) {
    const std::uint64_t value = input_of(rank, i, call);
    std::memcpy(input + i * element_bytes, &value, sizeof value);
  }
  task_.simulation.note_written(input, static_cast<std::size_t>(task_.bytes));
}

void Series::check(int rank, int call) const {
  const Positions reduced = candidate_->reduced(task_, rank);
  for (std::int64_t i = reduced.first; i < reduced.last; ++i) {
    std::uint64_t value = 0;
    std::memcpy(&value, task_.result(rank) + i * element_bytes, sizeof value);
    if (value != sum_of(task_.ranks(), i, call))
      throw std::runtime_error(
          text::format("{}, {} ranks, {} bytes: the result of rank {} is wrong: position {}, call "
                       "{}: {} instead of {}",
                       request_.candidate, task_.ranks(), task_.bytes, rank, i, call, value,
                       sum_of(task_.ranks(), i, call)));
  }
}

}  // namespace

std::vector<int> cores_of_ranks(const node_model::Node& node, int ranks, Binding binding) {
  std::vector<int> cores;
  cores.reserve(static_cast<std::size_t>(ranks));
  for (int rank = 0; rank < ranks; ++rank)
    cores.push_back(binding == Binding::core
                        ? rank
                        : rank % node.sockets() * node.cores.of_socket + rank / node.sockets());
  return cores;
}

Measured measure(const Request& request) {
  return measure(request, [&](const Task& task) { return candidate(request.candidate, task); });
}

Measured measure(const Request& request, const Make& make) {
  const auto longest = std::max<std::size_t>(
      static_cast<std::size_t>(request.bytes) + element_bytes, 2 * sizeof(node::Area));
  node_model::Simulation simulation(request.node,
                                    cores_of_ranks(request.node, request.ranks, request.binding),
                                    std::bit_ceil(longest));
  return Series(request, simulation, make).run();
}

}  // namespace allfold::bench
