/// @file Names of processes, for names of files.
#pragma once

#include <string>

namespace allfold::system {

/// Name of this host, or "host" if it has none.
[[nodiscard]] std::string host_name();

/// "solver-node3-4711": program, host, and process ID. Contains no '/'.
[[nodiscard]] std::string process_name();

/// "4711": number of the batch job (Slurm, PBS or LSF), or of this process if it runs in none.
/// Contains no '/'.
[[nodiscard]] std::string job_number();

/// The name of a file, with the job's number for each "%j".
[[nodiscard]] std::string named_for_job(std::string name);

}  // namespace allfold::system
