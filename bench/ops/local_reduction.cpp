// Compares local reductions by Allfold's loops, by the MPI library (PMPI_Reduce_local), and a
// triad.
//
//   local_reduction [--markdown] [--benchmark_...]
//
// Google Benchmark's options choose the cases (--benchmark_filter='sum/float64') and the form of
// the results (--benchmark_format=json). --markdown prints tables and a summary instead.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <string_view>

#include "contest.hpp"
#include "tables.hpp"

namespace allfold::bench {
namespace {

/// Numbers of samples that take about the same time.
int sample_count(std::size_t bytes) {
  if (bytes <= std::size_t{4} << 10) return 801;
  if (bytes <= std::size_t{256} << 10) return 101;
  return 9;
}

double bytes_per_second(const Case& c, double seconds) {
  return 3 * static_cast<double>(c.bytes) / seconds;
}

void run(benchmark::State& state, Contest& contest, const Case& c, std::vector<Result>& results) {
  std::vector<Times> samples = contest.samples(c, static_cast<int>(state.max_iterations));
  auto sample = samples.cbegin();
  for ([[maybe_unused]] auto iteration : state) state.SetIterationTime((sample++)->allfold);

  const Times times = middle(samples);
  state.counters["allfold_B/s"] = bytes_per_second(c, times.allfold);
  state.counters["triad_B/s"] = bytes_per_second(c, times.triad);
  state.counters["vs_triad"] = times.triad / times.allfold;
  if (times.mpi) {
    state.counters["mpi_B/s"] = bytes_per_second(c, *times.mpi);
    state.counters["vs_mpi"] = *times.mpi / times.allfold;
  }
  results.push_back({.c = c, .times = times});
}

/// Prints nothing; the tables come at the end.
class Quiet : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context& /*context*/) override { return true; }
  void ReportRuns(const std::vector<Run>& /*runs*/) override {}
};

/// Removes the option from the arguments. Returns whether it was there.
bool has_option(int& argc, char** argv, std::string_view option) {
  char** const end = std::remove(argv + 1, argv + argc, option);
  const bool found = end != argv + argc;
  argc = static_cast<int>(end - argv);
  return found;
}

int run_all(int argc, char** argv) {
  const bool markdown = has_option(argc, argv, "--markdown");
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;

  Contest contest;
  std::vector<Result> results;
  for (const Case& c : all_cases()) {
    benchmark::RegisterBenchmark(
        name_of(c).c_str(), [&, c](benchmark::State& state) { run(state, contest, c, results); })
        ->Iterations(sample_count(c.bytes))
        ->UseManualTime();
  }
  if (markdown) {
    Quiet quiet;
    benchmark::RunSpecifiedBenchmarks(&quiet);
    print_tables(results);
  } else {
    benchmark::RunSpecifiedBenchmarks();
  }
  return 0;
}

}  // namespace
}  // namespace allfold::bench

int main(int argc, char** argv) {
  MPI_Init(nullptr, nullptr);
  // Types and operations that the MPI library lacks are left out.
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const int status = allfold::bench::run_all(argc, argv);
  MPI_Finalize();
  return status;
}
