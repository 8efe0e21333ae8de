#include "command/job.hpp"

#include <cstdio>
#include <cstdlib>

#include "text/format.hpp"

namespace allfold::command {

bool speaks_for_job() {
  // Open MPI's mpirun; launchers that speak PMIx or PMI; Slurm.
  for (const char* variable : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"})
    if (const char* rank = std::getenv(variable)) return std::string_view(rank) == "0";
  return true;
}

bool runs_as_job(std::string_view subcommand) {
  return subcommand == "bench" || subcommand == "tune" || subcommand == "replay";
}

int give_up(Status status, std::string_view subcommand, std::string_view message) {
  if (runs_as_job(subcommand) && !speaks_for_job()) return static_cast<int>(Status::good);
  text::print(stderr, "allfold{}{}: {}\n", subcommand.empty() ? "" : " ", subcommand, message);
  return static_cast<int>(status);
}

}  // namespace allfold::command
