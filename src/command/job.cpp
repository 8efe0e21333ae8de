#include "command/job.hpp"

#include <cstdio>

#include "mpi/machine/machine.hpp"
#include "text/format.hpp"

namespace allfold::command {

bool speaks_for_job() { return mpi::machine::is_first_rank_of_job(); }

bool runs_as_job(std::string_view subcommand) {
  return subcommand == "bench" || subcommand == "tune" || subcommand == "replay";
}

int give_up(Status status, std::string_view subcommand, std::string_view message) {
  if (runs_as_job(subcommand) && !speaks_for_job()) return static_cast<int>(Status::good);
  text::print(stderr, "allfold{}{}: {}\n", subcommand.empty() ? "" : " ", subcommand, message);
  return static_cast<int>(status);
}

}  // namespace allfold::command
