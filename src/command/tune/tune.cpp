#include "command/tune/tune.hpp"

#include <mpi.h>

#include <cstdio>

#include "command/job.hpp"
#include "command/measure/stopping.hpp"
#include "command/tune/report.hpp"
#include "command/tune/tuner.hpp"
#include "command/usage_error.hpp"
#include "text/format.hpp"

namespace allfold::command::tune {

namespace {

void say_result(const Setup& setup, const Tuner& tuner) {
  text::print("{}\n",
              report(tuner.rules(), {.judgements = tuner.judgements(), .waited = tuner.waited()},
                     setup.style));
  text::print("Written to {}: {} points.", tuner.rules().source, tuner.rules().measurements.size());
  if (tuner.left_out() > 0)
    text::print(" {} points were not measured ({}); continue with --resume.", tuner.left_out(),
                measure::noted_signal() != 0 ? "it was interrupted" : "the budget is spent");
  text::print("\n");
}

/// UsageError is thrown on all ranks. Another exception on rank 0 aborts the job.
int run_job(const Setup& setup) {
  measure::note_signals();
  const Job job;
  const auto end = [&](Status status, const std::string& message) {
    if (!job.leads()) return static_cast<int>(Status::good);
    text::print(stderr, "allfold tune: {}\n", message);
    return static_cast<int>(status);
  };
  try {
    Tuner tuner(setup, job);
    tuner.run();
    if (!job.leads()) return static_cast<int>(Status::good);
    say_result(setup, tuner);
    const int signal = measure::noted_signal();
    return signal == 0 ? static_cast<int>(Status::good) : measure::status_of_signal(signal);
  } catch (const UsageError& error) {
    return end(Status::usage, error.what());
  } catch (const std::exception& error) {
    // The first rank takes part in everything, and aborts the job. Other ranks may sleep in wait
    // for it.
    if (!job.leads()) return static_cast<int>(Status::good);
    text::print(stderr, "allfold tune: {}\n", error.what());
    static_cast<void>(std::fflush(stderr));
    MPI_Abort(MPI_COMM_WORLD, static_cast<int>(Status::failed));
  }
  return static_cast<int>(Status::failed);
}

}  // namespace

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

}  // namespace allfold::command::tune
