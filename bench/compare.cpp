/// @file Compares the times of native and Allfold reductions, call by call within one process.

#include <fmt/format.h>
#include <mpi.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "allfold/allfold.h"
#include "comparison.hpp"
#include "libraries.hpp"
#include "report.hpp"

namespace allfold::bench {
namespace {

struct Options {
  std::vector<Collective> collectives = {Collective::allreduce, Collective::reduce};
  std::vector<Timing> timings = {Timing::back_to_back, Timing::barrier};
  std::vector<std::uint64_t> sizes = {8,        32,        128,       512,     2 << 10, 8 << 10,
                                      32 << 10, 128 << 10, 512 << 10, 2 << 20, 8 << 20, 16 << 20};
  double seconds = 0.2;
  std::string kernel;
  std::string table_file;
  bool skip_communicators = false;
};

template <typename Value>
void add_choice(CLI::App& app, const std::string& option, std::vector<Value>& chosen,
                const std::map<std::string, Value>& values) {
  const auto choose = [&chosen, values](const std::vector<std::string>& names) {
    chosen.clear();
    for (const std::string& name : names) chosen.push_back(values.at(name));
  };
  app.add_option_function<std::vector<std::string>>(option, choose, "one of these; default: all")
      ->delimiter(',')
      ->check(CLI::IsMember(values));
}

std::string not_whole_doubles(const std::string& bytes_text) {
  const std::uint64_t bytes = std::stoull(bytes_text);
  const bool fits = bytes % sizeof(double) == 0 && bytes / sizeof(double) <= INT_MAX;
  return fits ? std::string() : bytes_text + " bytes are not a whole number of doubles";
}

void add_options(CLI::App& app, Options& options) {
  add_choice<Collective>(app, "--collective", options.collectives,
                         {{"allreduce", Collective::allreduce}, {"reduce", Collective::reduce}});
  add_choice<Timing>(app, "--timing", options.timings,
                     {{"back-to-back", Timing::back_to_back}, {"barrier", Timing::barrier}});
  app.add_option("--sizes", options.sizes, "vector sizes in bytes, as in 8,64,2k,16m")
      ->delimiter(',')
      ->transform(CLI::AsSizeValue(false).description(""))
      ->check(CLI::Validator(not_whole_doubles, ""));
  app.add_option("--seconds", options.seconds, "time spent on each row")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber.description(""));
  app.add_option("--kernel", options.kernel, "kernel to force, with its parameters; auto; native");
  app.add_option("--table", options.table_file, "file to write the rows to also, tab-separated");
  app.add_flag("--skip-communicators", options.skip_communicators,
               "do not measure communicators made for one call");
}

/// Forces the kernel for the communicators made from now on. Collectives that it does not implement
/// are left out, unless none would be left: then Allfold's own message says what is wrong.
void force_kernel(Options& options) {
  if (options.kernel.empty()) return;
  const std::string kernel = options.kernel.substr(0, options.kernel.find(':'));
  std::vector<Collective> served;
  std::ranges::copy_if(options.collectives, std::back_inserter(served), [&](Collective collective) {
    return allfold_kernel_serves(kernel.c_str(), name(collective)) != 0;
  });
  if (!served.empty()) options.collectives = served;
  for (const Collective collective : options.collectives) {
    const char* variable =
        collective == Collective::allreduce ? "ALLFOLD_ALLREDUCE" : "ALLFOLD_REDUCE";
    if (allfold_configure(variable, options.kernel.c_str()) != 0) {
      throw CLI::ValidationError("--kernel", allfold_error());
    }
  }
}

void measure_sizes(const Options& options, Comparison& comparison, Report& report) {
  for (const Collective collective : options.collectives) {
    report.begin(collective);
    KernelCounter counter(collective);
    for (const std::uint64_t bytes : options.sizes) {
      for (const Timing timing : options.timings) {
        const Times times = comparison.measure(
            collective, timing, static_cast<int>(bytes / sizeof(double)), options.seconds);
        report.add(collective, timing, bytes, times, counter.ran());
      }
    }
  }
}

void run(Options options) {
  force_kernel(options);
  const std::uint64_t largest =
      std::max<std::uint64_t>(8, *std::ranges::max_element(options.sizes));
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  Comparison comparison(comm, static_cast<int>(largest / sizeof(double)));
  Report report(comm, options.table_file);
  measure_sizes(options, comparison, report);
  if (!options.skip_communicators) report.add(comparison.measure_communicators(options.seconds));
  MPI_Comm_free(&comm);
}

/// All ranks read the same command line, so all come to the same end; rank 0 speaks for them.
int compare(int argc, char** argv) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  CLI::App app(
      "Median times of native and Allfold reductions (SUM of double), taking turns in one "
      "process. Run it under mpirun.",
      "compare");
  Options options;
  add_options(app, options);
  try {
    app.parse(argc, argv);
    run(options);
  } catch (const CLI::ParseError& error) {
    if (rank == 0) return app.exit(error);
    return error.get_exit_code();
  } catch (const std::exception& error) {
    if (rank == 0) fmt::print(stderr, "compare: {}\n", error.what());
    return 1;
  }
  return 0;
}

}  // namespace
}  // namespace allfold::bench

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int status = allfold::bench::compare(argc, argv);
  MPI_Finalize();
  return status;
}
