/// @file Launchers: the commands that start the ranks of a job.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace allfold::command::loading {

struct Launcher {
  enum class Family : std::uint8_t { open_mpi, hydra, intel, slurm };
  Family family = Family::open_mpi;
  std::string file;     ///< where it was found
  std::string version;  ///< as a message says it: "Open MPI 4.1.4", "Slurm 22.05.8"
};

/// Whether a launcher may have that name: whatever has another one is never run to find out.
[[nodiscard]] bool may_be_launcher(const std::string& file);

/// Asks the launcher in that file for its version; none if it is of no known family.
[[nodiscard]] std::optional<Launcher> ask_launcher(const std::string& file);

/// Whether a launcher of this family starts programs of that MPI library ("Open MPI 4.1.4") as
/// one job; of an unknown library: true.
[[nodiscard]] bool starts(Launcher::Family family, std::string_view mpi);

}  // namespace allfold::command::loading
