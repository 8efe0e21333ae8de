/// @file The processes of a job that all run this command.
#pragma once

#include <stdexcept>
#include <string_view>

#include "command/usage_error.hpp"

namespace allfold::command {

/// Exit statuses.
enum class Status { good = 0, failed = 1, usage = 2 };

/// Whether this process prints the messages of its job: true for rank 0 according to the launcher's
/// variables (also before MPI_Init), and for a process without a launcher.
[[nodiscard]] bool speaks_for_job();

/// Whether all processes of a job run this subcommand together.
[[nodiscard]] bool runs_as_job(std::string_view subcommand);

/// Prints an error message of a subcommand ("": of `allfold` itself) and returns the exit status.
/// If the subcommand runs as a job, only the first rank prints it; the other ranks exit silently
/// with 0, because a launcher that sees one of them fail would kill the rank that prints. In all
/// other subcommands each process prints its own message.
[[nodiscard]] int give_up(Status status, std::string_view subcommand, std::string_view message);

/// Runs a subcommand, prints the message of its exception if there is one, and returns the exit
/// status.
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
