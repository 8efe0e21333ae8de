#include "command/loading/launcher.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include "command/loading/answer.hpp"
#include "text/format.hpp"

namespace allfold::command::loading {

namespace {

namespace fs = std::filesystem;
using Family = Launcher::Family;

struct Sign {
  std::string_view text;     ///< must occur in the output of --version
  std::string_view version;  ///< the text before the version number
  Family family;
  std::string_view name;
};

/// The first match counts, because Intel MPI's launcher is also a Hydra.
constexpr std::array signs{
    Sign{.text = "Intel(R) MPI Library",
         .version = "Version ",
         .family = Family::intel,
         .name = "Intel MPI"},
    Sign{.text = "HYDRA build details",
         .version = "Version:",
         .family = Family::hydra,
         .name = "MPICH's Hydra"},
    Sign{.text = "(Open MPI)",
         .version = "(Open MPI) ",
         .family = Family::open_mpi,
         .name = "Open MPI"},
    Sign{.text = "(OpenRTE)",
         .version = "(OpenRTE) ",
         .family = Family::open_mpi,
         .name = "Open MPI"},
    Sign{.text = "(PRRTE)",
         .version = "(PRRTE) ",
         .family = Family::open_mpi,
         .name = "Open MPI's PRRTE"},
    Sign{.text = "slurm ", .version = "slurm ", .family = Family::slurm, .name = "Slurm"},
    Sign{.text = "slurm-wlm ", .version = "slurm-wlm ", .family = Family::slurm, .name = "Slurm"},
    Sign{.text = "mpiexec version ",
         .version = "mpiexec version ",
         .family = Family::pals,
         .name = "HPE's PALS"},
};

/// A launcher that is known by its name, because what it prints as its version differs, or is
/// missing without a configuration.
struct Named {
  std::string_view file;
  Family family;
  std::string_view name;
};
constexpr std::array named{
    Named{.file = "srun", .family = Family::slurm, .name = "Slurm"},
    Named{.file = "aprun", .family = Family::aprun, .name = "aprun"},
    Named{.file = "mpirun_rsh", .family = Family::mpirun_rsh, .name = "MVAPICH's mpirun_rsh"},
};

/// The word after `label`, or "".
std::string word_after(std::string_view label, const std::string& text) {
  std::size_t at = text.find(label);
  if (at == std::string::npos) return "";
  at = text.find_first_not_of(" \t", at + label.size());
  if (at == std::string::npos) return "";
  return text.substr(at, text.find_first_of(" \t\n,", at) - at);
}

/// The names of a file: its own, and the one that it has without symbolic links.
std::array<std::string, 2> names_of(const fs::path& file) {
  std::error_code failure;
  return {file.filename(), fs::canonical(file, failure).filename()};
}

bool is_name_of_launcher(const std::string& name) {
  constexpr std::array<std::string_view, 4> names{"orterun", "prterun", "srun", "aprun"};
  return name.starts_with("mpirun") || name.starts_with("mpiexec") ||
         std::ranges::find(names, name) != names.end();
}

}  // namespace

bool may_be_launcher(const std::string& file) {
  return std::ranges::any_of(names_of(file), is_name_of_launcher);
}

std::optional<Launcher> ask_launcher(const std::string& file) {
  const std::array words{file, std::string("--version")};
  const std::string answer = answer_of(words).text;
  const auto* const sign = std::ranges::find_if(signs, [&](const Sign& candidate) {
    return answer.find(candidate.text) != std::string::npos;
  });
  if (sign == signs.end()) {
    const auto names = names_of(file);
    const auto* const known = std::ranges::find_first_of(named, names, {}, &Named::file);
    if (known == named.end()) return std::nullopt;
    return Launcher{.family = known->family, .file = file, .version = std::string(known->name)};
  }
  const std::string number = word_after(sign->version, answer);
  return Launcher{.family = sign->family,
                  .file = file,
                  .version = text::format("{}{}{}", sign->name, number.empty() ? "" : " ", number)};
}

bool starts(Launcher::Family family, std::string_view mpi) {
  const bool is_open_mpi = mpi.starts_with("Open MPI");
  // With the binary interface of MPICH, and launchers like its own.
  constexpr std::array<std::string_view, 5> relatives{"MPICH", "Intel", "MVAPICH", "Cray",
                                                      "ParaStation"};
  const bool is_known = is_open_mpi || std::ranges::any_of(relatives, [&](std::string_view name) {
                          return mpi.starts_with(name);
                        });
  // These start programs of several MPI libraries.
  const bool is_general =
      family == Family::slurm || family == Family::aprun || family == Family::pals;
  if (is_general || !is_known) return true;
  return is_open_mpi == (family == Family::open_mpi);
}

}  // namespace allfold::command::loading
