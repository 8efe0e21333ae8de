/// @file Launchers: the commands that start the ranks of a job.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace allfold::command::loading {

struct Launcher {
  enum class Family : std::uint8_t { open_mpi, hydra, intel, slurm, aprun, pals, mpirun_rsh };
  Family family = Family::open_mpi;
  std::string file;     ///< where it was found
  std::string version;  ///< for messages: "Open MPI 4.1.4", "Slurm 22.05.8"
};

/// Whether the file has the name of a launcher. Files with other names are never run to find out.
[[nodiscard]] bool may_be_launcher(const std::string& file);

/// Runs the launcher to ask for its version. Absent if its family is not known.
[[nodiscard]] std::optional<Launcher> ask_launcher(const std::string& file);

/// Whether a launcher of this family can start programs of the MPI library `mpi` ("Open MPI 4.1.4")
/// as one job. True for an unknown library.
[[nodiscard]] bool starts(Launcher::Family family, std::string_view mpi);

}  // namespace allfold::command::loading
