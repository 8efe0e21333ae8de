#include "command/bench/bench.hpp"

#include <fmt/ranges.h>
#include <mpi.h>

#include <cstdio>

#include "command/bench/driver.hpp"
#include "command/job.hpp"
#include "command/measure/stopping.hpp"
#include "command/usage_error.hpp"
#include "rules/source.hpp"
#include "system/written_file.hpp"
#include "text/format.hpp"

namespace allfold::command::bench {

namespace {

void check_on_all(MPI_Comm comm, bool holds, const std::string& message) {
  int own = holds ? 1 : 0;
  int all = 0;
  measure::native_implementation().allreduce(&own, &all, 1, MPI_INT, MPI_MIN, comm);
  if (all == 0) throw UsageError(message);
}

/// The reason why results cannot be written to this file, or "".
std::string problem_of_file(const std::string& file) {
  return file.empty() ? "" : system::obstacle_to_writing(file);
}

/// The reason why these rules cannot be used, or "".
std::string problem_of_rules(const std::string& setting) {
  if (setting.empty()) return "";
  return text::format(
      "{}", fmt::join(rules::find_rules({.setting = setting, .by_default = {}}, {}).errors, "\n"));
}

/// Checks the parts of the request that depend on the running job.
void check(const measure::Request& request, const measure::Surroundings& there, MPI_Comm comm) {
  if (request.limits && !there.is_clock_shared())
    throw UsageError(
        "--limits: the ranks are on several nodes: expected all ranks on one node, whose memory is "
        "measured; start them on one node");
  for (const std::string& also : request.also) {
    const std::string problem =
        there.rank == 0 ? problem_of_rules(std::string(measure::rules_in(also))) : "";
    check_on_all(comm, problem.empty(), "--also: " + problem);
  }
  for (const auto& [option, file] :
       {std::pair("--json", request.json_file), std::pair("--table", request.table_file)}) {
    const std::string problem = there.rank == 0 ? problem_of_file(file) : "";
    check_on_all(
        comm, problem.empty(),
        text::format("{}: {}: cannot be written: {}; name another file", option, file, problem));
  }
}

/// Sets Open MPI's variables, which must happen before MPI_Init.
void prepare_forcing(const measure::Setup& setup) {
  for (const measure::Match& match : setup.matches) {
    if (match.native != nullptr) measure::prefer_tuned();
    if (!match.others.empty()) measure::allow_forcing();
  }
}

/// UsageError and Failure are thrown on all ranks. Any other exception aborts the job.
int run_job(const measure::Request& request, const measure::Setup& setup) {
  measure::note_signals();
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  const measure::Surroundings there = measure::survey(comm);
  const auto end = [&](Status status, const std::string& message) {
    if (there.rank != 0) return static_cast<int>(Status::good);
    text::print(stderr, "allfold bench: {}\n", message);
    return static_cast<int>(status);
  };
  try {
    check(request, there, comm);
    const int signal = Driver(request, setup, there, comm).run();
    MPI_Comm_free(&comm);
    return signal == 0 || there.rank != 0 ? static_cast<int>(Status::good)
                                          : measure::status_of_signal(signal);
  } catch (const UsageError& error) {
    return end(Status::usage, error.what());
  } catch (const measure::Failure& error) {
    return end(Status::failed, error.what());
  } catch (const std::exception& error) {
    text::print(stderr, "allfold bench: rank {}: {}\n", there.rank, error.what());
    MPI_Abort(MPI_COMM_WORLD, static_cast<int>(Status::failed));
  }
  return static_cast<int>(Status::failed);
}

}  // namespace

int run(const measure::Request& request) {
  if (request.counterparts) {
    if (speaks_for_job())
      text::print("{}", measure::counterpart_table(request.markdown ? TableStyle::markdown
                                                                    : TableStyle::terminal));
    return static_cast<int>(Status::good);
  }
  measure::Setup setup;
  try {
    setup = measure::understand(request);
  } catch (const UsageError& error) {
    return give_up(Status::usage, "bench", error.what());
  }
  prepare_forcing(setup);
  MPI_Init(nullptr, nullptr);
  const int status = run_job(request, setup);
  MPI_Finalize();
  return status;
}

}  // namespace allfold::command::bench
