#include "command/tune/tune.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <cstdio>

#include "command/job.hpp"
#include "command/tune/report.hpp"
#include "command/tune/stopping.hpp"
#include "command/tune/tuner.hpp"
#include "command/usage_error.hpp"

namespace allfold::tune {

namespace {

constexpr int status_of_signals = 128;

void say_result(const Setup& setup, const Tuner& tuner) {
  fmt::print("{}\n", report(tuner.rules(), setup.style));
  fmt::print("Written to {}: {} points.", setup.file, tuner.rules().measurements.size());
  if (tuner.left_out() > 0)
    fmt::print(" {} were left out ({}): go on with --resume.", tuner.left_out(),
               noted_signal() != 0 ? "it was interrupted" : "the budget is spent");
  fmt::print("\n");
}

/// The ranks all come to the same end, or this one ends them all.
int run_job(const Setup& setup) {
  note_signals();
  const Job job;
  const auto end = [&](Status status, const std::string& message) {
    if (!job.leads()) return static_cast<int>(Status::good);
    fmt::print(stderr, "allfold tune: {}\n", message);
    return static_cast<int>(status);
  };
  try {
    Tuner tuner(setup, job);
    tuner.run();
    if (!job.leads()) return static_cast<int>(Status::good);
    say_result(setup, tuner);
    return noted_signal() == 0 ? static_cast<int>(Status::good)
                               : status_of_signals + noted_signal();
  } catch (const UsageError& error) {
    return end(Status::usage, error.what());
  } catch (const std::exception& error) {
    // The first rank takes part in everything; others may wait for it asleep.
    if (!job.leads()) return static_cast<int>(Status::good);
    fmt::print(stderr, "allfold tune: {}\n", error.what());
    static_cast<void>(std::fflush(stderr));
    MPI_Abort(MPI_COMM_WORLD, static_cast<int>(Status::failed));
  }
  return static_cast<int>(Status::failed);
}

}  // namespace

CLI::App* add_command(CLI::App& app, Request& request) {
  CLI::App* tune = app.add_subcommand(
      "tune", "Measure this machine, and write rules for it: mpirun -n P allfold tune -o FILE");
  tune->option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  tune->add_option("-o,--output", request.file, "the rules file, written after each point");
  tune->add_option("--budget", request.budget, "time to spend in all, as in 60s or 15m")
      ->capture_default_str();
  tune->add_option(
      "--ranks", request.ranks,
      "numbers of ranks, as in 2,3,4:8 [default: up to 16 all, else the telling ones]");
  tune->add_option("--sizes", request.sizes, "bytes: 8,2k,1m, FROM:TO or FROM:TO:FACTOR")
      ->capture_default_str();
  tune->add_option("--collective", request.collective, "allreduce, reduce or both")
      ->capture_default_str();
  tune->add_option("--timing", request.timing, "of calls: separated, fresh or back-to-back")
      ->capture_default_str();
  tune->add_option("--op", request.op,
                   "sum, prod, max, min; user or user-ordered: the classes of the user's own")
      ->capture_default_str();
  tune->add_flag("--resume", request.resume, "go on with what the file holds");
  tune->add_flag("--quiet", request.quiet, "show no progress");
  tune->add_flag("--markdown", request.markdown, "tables for documents");
  return tune;
}

int run(const Request& request) {
  Setup setup;
  try {
    setup = understand(request);
  } catch (const UsageError& error) {
    return give_up(Status::usage, "tune", error.what());
  }
  MPI_Init(nullptr, nullptr);
  const int status = run_job(setup);
  MPI_Finalize();
  return status;
}

}  // namespace allfold::tune
