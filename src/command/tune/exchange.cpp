#include "command/tune/exchange.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "command/measure/calls.hpp"
#include "mpi/machine/machine.hpp"
#include "rules/segment_length.hpp"
#include "tuning/fit.hpp"
#include "tuning/median.hpp"

namespace allfold::command::tune {

namespace {

constexpr int samples = 15;
constexpr std::array exchanged_bytes = {8, 1 << 10, 16 << 10, 128 << 10, 1 << 20};

}  // namespace

int calls_for(int bytes) { return bytes <= 16 << 10 ? 16 : 2; }

double median_of_samples(const std::function<double()>& sample) {
  static_cast<void>(sample());
  std::vector<double> seconds;
  seconds.reserve(samples);
  for (int i = 0; i < samples; ++i) seconds.push_back(sample());
  return tuning::median(seconds).median;
}

int longest_message(const Job& job) {
  if (job.nodes().count() == 1) return rules::segment_on_one_node;
  const std::int64_t limit = mpi::machine::network_eager_limit();
  return limit > 0 ? static_cast<int>(limit) : std::numeric_limits<int>::max();
}

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

allfold::cost::LinkCost link_of(MPI_Comm comm, int longest) {
  std::vector<tuning::TimedExchange> seen;
  seen.reserve(std::size(exchanged_bytes));
  for (const int bytes : exchanged_bytes)
    seen.push_back({.messages = 1,
                    .bytes = static_cast<double>(bytes),
                    .seconds = exchange(bytes, longest, comm)});
  return tuning::fit(seen);
}

void on_subset(const Job& job, bool belongs, const std::function<void(MPI_Comm)>& work) {
  MPI_Comm subset = job.subset(belongs);
  if (belongs) {
    work(subset);
    MPI_Comm_free(&subset);
  }
  measure::meet_asleep(job.comm());
}

}  // namespace allfold::command::tune
