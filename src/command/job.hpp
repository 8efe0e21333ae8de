/// @file The processes of a job, which all run this command alike.
#pragma once

#include <stdexcept>
#include <string_view>

#include "command/usage_error.hpp"

namespace allfold::command {

/// Exit statuses.
enum class Status { good = 0, failed = 1, usage = 2 };

/// Whether this process is the one that speaks for its job: rank 0 as the launcher says, also
/// before MPI_Init; so is a process that nobody launched.
[[nodiscard]] bool speaks_for_job();

/// Whether all processes of a job run this subcommand together.
[[nodiscard]] bool runs_as_job(std::string_view subcommand);

/// Says what was wrong in a subcommand ("" for none); returns the status to exit with. Of one that runs
/// as a job, it is said once for the whole job, and the other ranks leave in silence and without fault: a
/// launcher that sees one fail would end the one that speaks. All others are processes for themselves,
/// whoever has started them.
[[nodiscard]] int give_up(Status status, std::string_view subcommand, std::string_view message);

/// Runs a subcommand, and says what was wrong with it; returns the status to exit with.
template <class Run>
[[nodiscard]] int finished(std::string_view subcommand, Run run) {
  try {
    run();
    return static_cast<int>(Status::good);
  } catch (const UsageError& error) {
    return give_up(Status::usage, subcommand, error.what());
  } catch (const std::runtime_error& error) {
    return give_up(Status::failed, subcommand, error.what());
  }
}

}  // namespace allfold::command
