#include "command/doctor/slurm.hpp"

#include <dlfcn.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "command/loading/answer.hpp"
#include "command/loading/executable.hpp"
#include "command/loading/launcher.hpp"
#include "text/format.hpp"

namespace allfold::command::doctor {

namespace {

using Level = Finding::Level;
using Words = std::vector<std::string>;

constexpr std::string_view subject = "launcher";

/// The values that srun --mpi takes: the words that have a line of the list to themselves. Slurm
/// before 21.08 begins each line with "srun: ".
Words mpi_types_in(const std::string& list) {
  constexpr std::string_view prefix = "srun: ";
  Words types;
  std::istringstream lines(list);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(prefix)) line.erase(0, prefix.size());
    std::istringstream words(line);
    std::string type;
    std::string more;
    if (words >> type && !(words >> more)) types.push_back(type);
  }
  return types;
}

/// The type without --mpi, or "" if that is not known.
std::string default_type() {
  if (const char* variable = std::getenv("SLURM_MPI_TYPE")) return variable;
  const std::string scontrol = loading::find_executable("scontrol");
  if (scontrol.empty()) return "";
  const std::array words{scontrol, std::string("show"), std::string("config")};
  std::istringstream lines(loading::answer_of(words).text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream parts(line);
    std::string name;
    std::string sign;
    std::string value;
    if (parts >> name >> sign >> value && name == "MpiDefault") return value;
  }
  return "";
}

/// Whether the MPI library uses PMIx. MPICH does so only if it is linked with it, as this process is
/// then, too.
bool uses_pmix(std::string_view mpi) {
  return !mpi.starts_with("MPICH ") || dlsym(RTLD_DEFAULT, "PMIx_Init") != nullptr;
}

/// Whether ranks find each other by this interface: Open MPI 4 and 5 use PMIx, MPICH and its
/// relatives PMI-2, and Cray MPICH that of its system.
bool serves(std::string_view type, std::string_view mpi) {
  if (type.starts_with("pmix")) return uses_pmix(mpi);
  if (type.starts_with("cray")) return mpi.starts_with("Cray");
  return type == "pmi2" && !mpi.starts_with("Open MPI");
}

Finding note(const std::string& text, std::string remedy) {
  return {.level = Level::note, .subject = subject, .text = text, .remedy = std::move(remedy)};
}

}  // namespace

std::optional<Finding> check_srun(std::string_view mpi) {
  const std::string file = loading::find_executable("srun");
  if (file.empty()) return std::nullopt;
  const std::array list{file, std::string("--mpi=list")};
  const loading::Answer answer = loading::answer_of(list);
  if (answer.status != 0)
    return note(
        text::format("{}: does not answer --mpi=list: Slurm has no configuration here", file),
        "run the doctor on a node of the cluster, or set SLURM_CONF");
  const std::optional<loading::Launcher> launcher = loading::ask_launcher(file);
  const std::string name =
      text::format("{}, {}", file, launcher ? launcher->version : std::string("Slurm"));
  const Words types = mpi_types_in(answer.text);
  const auto fitting =
      std::ranges::find_if(types, [&](const std::string& type) { return serves(type, mpi); });
  if (fitting == types.end())
    return note(text::format("{}: starts each rank of {} as a job of its own: --mpi takes {}", name,
                             mpi, fmt::join(types, ", ")),
                "use mpirun inside a job, or ask the administrator for Slurm's plugin for PMIx");
  const std::string by_default = default_type();
  if (!by_default.empty() && !serves(by_default, mpi))
    return note(text::format("{}: by default (--mpi={}) starts each rank of {} as a job of its own",
                             name, by_default, mpi),
                text::format("use srun --mpi={}", *fitting));
  return Finding{
      .subject = subject,
      .text = text::format("{}, --mpi={}", name, by_default.empty() ? *fitting : by_default)};
}

}  // namespace allfold::command::doctor
