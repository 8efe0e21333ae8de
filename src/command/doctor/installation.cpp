#include <dlfcn.h>

#include <cstdlib>
#include <optional>

#include "allfold/allfold.h"
#include "command/doctor/checks.hpp"
#include "command/doctor/slurm.hpp"
#include "command/loading/executable.hpp"
#include "command/loading/fitness.hpp"
#include "command/loading/launcher.hpp"
#include "command/loading/siblings.hpp"
#include "text/format.hpp"

namespace allfold::command::doctor {

namespace {

using Level = Finding::Level;

Finding library_finding(const loading::OwnLibrary& library) {
  constexpr std::string_view subject = "library";
  if (library.file.empty())
    return {.level = Level::problem,
            .subject = subject,
            .text = "not loaded by this command",
            .remedy = "install it beside the command (cmake --install)"};
  if (library.version != ALLFOLD_VERSION)
    return {
        .level = Level::problem,
        .subject = subject,
        .text = text::format("{} has version {}, this command {}", library.file, library.version,
                             ALLFOLD_VERSION),
        .remedy = "unset LD_PRELOAD and LD_LIBRARY_PATH, or use the command beside that library"};
  return {.subject = subject,
          .text = text::format("{}, version {}", library.file, library.version)};
}

Finding mpi_finding(const loading::OwnLibrary& library) {
  constexpr std::string_view subject = "MPI library";
  void* function = dlsym(RTLD_DEFAULT, "PMPI_Get_library_version");
  Dl_info place = {};
  const bool is_known = function != nullptr && dladdr(function, &place) != 0;
  if (library.mpi.empty())
    return {.level = Level::problem,
            .subject = subject,
            .text = "unknown version",
            .remedy = "check whether programs of this MPI library run"};
  return {.subject = subject,
          .text = text::format("{}, {}", library.mpi, is_known ? place.dli_fname : "")};
}

/// The launcher in PATH, other than srun; "" if there is none.
std::string launcher_in_path() {
  for (const char* name : {"mpirun", "mpiexec", "aprun"})
    if (std::string file = loading::find_executable(name); !file.empty()) return file;
  return "";
}

Finding launcher_finding(const loading::OwnLibrary& library) {
  constexpr std::string_view subject = "launcher";
  const std::string file = launcher_in_path();
  if (file.empty())
    return {.level = Level::note,
            .subject = subject,
            .text = "no mpirun, mpiexec or aprun in PATH",
            .remedy = "load the module of the MPI library, or use srun"};
  const std::optional<loading::Launcher> launcher = loading::ask_launcher(file);
  if (!launcher)
    return {.level = Level::note,
            .subject = subject,
            .text = text::format("{}: unknown MPI library; 'allfold run' cannot use it", file)};
  if (!loading::starts(launcher->family, library.mpi))
    return {.level = Level::problem,
            .subject = subject,
            .text = text::format("{} ({}): belongs to another MPI library than {}", file,
                                 launcher->version, library.mpi),
            .remedy = "put the launcher of that library first in PATH, or name it"};
  return {.subject = subject, .text = text::format("{}, {}", file, launcher->version)};
}

/// The program's file, as a shell finds it.
std::string file_of(const std::string& program) {
  std::string file = loading::find_executable(program);
  if (!file.empty()) return file;
  return program.find('/') == std::string::npos ? "./" + program : program;
}

loading::Fitness fitness_of(const std::string& file, const loading::OwnLibrary& library) {
  return loading::fitness_of(file, library, loading::preload_of(library, ""));
}

}  // namespace

Findings check_installation(const loading::OwnLibrary& library) {
  Findings findings{library_finding(library), mpi_finding(library)};
  const std::optional<Finding> of_srun = check_srun(library.mpi);
  // Ranks can be started by either.
  const bool needs_another = !of_srun || of_srun->level != Level::ok;
  if (needs_another || !launcher_in_path().empty()) findings.push_back(launcher_finding(library));
  if (of_srun) findings.push_back(*of_srun);
  return findings;
}

void hand_over(const std::string& program, const loading::OwnLibrary& library) {
  using Suitability = loading::Fitness::Suitability;
  const std::string file = file_of(program);
  if (fitness_of(file, library).suitability != Suitability::refused) return;
  for (const loading::Sibling& sibling : loading::siblings())
    if (fitness_of(file, sibling.library).suitability == Suitability::served)
      loading::become(sibling);
}

Findings check_program(const std::string& program, const loading::OwnLibrary& library) {
  using Suitability = loading::Fitness::Suitability;
  const std::string file = file_of(program);
  const loading::Fitness fitness = fitness_of(file, library);
  Level level = Level::problem;
  if (fitness.suitability == Suitability::served || fitness.suitability == Suitability::linked)
    level = Level::ok;
  if (fitness.suitability == Suitability::undecided) level = Level::note;
  Findings findings{{.level = level,
                     .subject = "program",
                     .text = text::format("{}: {}", file, fitness.why),
                     .remedy = fitness.remedy}};
  if (!fitness.first.empty())
    findings.push_back(
        {.level = Level::note,
         .subject = "program",
         .text = text::format(
             "{}: linked with the address sanitizer: {} must be the first library in LD_PRELOAD",
             file, fitness.first),
         .remedy = text::format("start it by 'allfold run', or with LD_PRELOAD={}",
                                loading::preload_of(library, "", fitness.first))});
  return findings;
}

}  // namespace allfold::command::doctor
