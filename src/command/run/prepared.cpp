#include "command/run/prepared.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "command/loading/executable.hpp"
#include "command/loading/fitness.hpp"
#include "command/loading/siblings.hpp"
#include "command/run/contexts.hpp"
#include "command/usage_error.hpp"
#include "text/format.hpp"

namespace allfold::command::run {

namespace {

using loading::Fitness;
using loading::Launcher;

std::string text_of(const std::vector<Variable>& variables) {
  std::string text;
  for (const Variable& variable : variables)
    text += text::format(" {}={}", variable.name, variable.value);
  return text;
}

/// Such a command starts no ranks: the job that it submits does, in an environment of its own.
void refuse_batch_system(const std::string& word, std::string_view subcommand) {
  constexpr std::array<std::string_view, 4> names{"sbatch", "salloc", "qsub", "bsub"};
  const std::string name = std::filesystem::path(word).filename();
  if (std::ranges::find(names, name) == names.end()) return;
  throw Refusal(Status::refused,
                text::format("{}: submits a job, and starts no ranks: expected a launcher, such as "
                             "mpirun or srun; write 'allfold {} --' before it inside the job",
                             word, subcommand));
}

Launcher launcher_of(const std::string& word, const std::vector<Variable>& variables) {
  const std::string file = loading::find_executable(word);
  if (file.empty())
    throw Refusal(Status::no_launcher,
                  text::format("{}: not found in PATH: expected a launcher, for example mpirun; "
                               "write its whole path, or load the module of the MPI library",
                               word));
  if (loading::may_be_launcher(file))
    if (std::optional<Launcher> launcher = loading::ask_launcher(file)) return *launcher;
  throw Refusal(
      Status::refused,
      text::format("{}: unknown launcher: expected mpirun or mpiexec of Open MPI, MPICH, "
                   "Intel MPI or PALS, srun, aprun or mpirun_rsh, followed by the program; with "
                   "another launcher, set these variables on all ranks:{}",
                   word, text_of(variables)));
}

/// The file that the launcher would run for the program.
std::string file_of_program(const std::string& word, const Context& context) {
  namespace fs = std::filesystem;
  const fs::path directory = context.directory.empty() ? "." : context.directory;
  if (word.find('/') != std::string::npos) return directory / word;
  const std::string in_path = loading::find_executable(word);
  return in_path.empty() ? (directory / word).string() : in_path;
}

/// A program of the command line, and whether it can be served.
struct CheckedProgram {
  std::string word;
  Fitness fitness;
};

std::vector<CheckedProgram> checked_programs(const std::vector<std::string>& words,
                                             const std::vector<Context>& contexts,
                                             const loading::OwnLibrary& library,
                                             const std::string& preload) {
  std::vector<CheckedProgram> checked;
  for (const Context& context : contexts) {
    if (context.program >= context.end) continue;
    const std::string& word = words[context.program];
    checked.push_back(
        {.word = word,
         .fitness = loading::fitness_of(file_of_program(word, context), library, preload)});
  }
  return checked;
}

bool is(const CheckedProgram& program, Fitness::Suitability suitability) {
  return program.fitness.suitability == suitability;
}

void refuse_unfit(const std::vector<CheckedProgram>& programs, const Launcher& launcher,
                  const loading::OwnLibrary& library) {
  for (const CheckedProgram& program : programs) {
    if (is(program, Fitness::Suitability::refused))
      throw Refusal(Status::refused,
                    text::format("{}: {}; {}, or use --force to start it anyway", program.word,
                                 program.fitness.why, program.fitness.remedy));
    if (is(program, Fitness::Suitability::served) && !loading::starts(launcher.family, library.mpi))
      throw Refusal(
          Status::refused,
          text::format(
              "{}: linked with {}, but {} ({}) belongs to another MPI library, and would start "
              "each rank as a job of its own; use the launcher of that library, or --force",
              program.word, library.mpi, launcher.file, launcher.version));
  }
}

/// Whether the library can serve the programs, and the launcher can start them.
bool suits(const loading::OwnLibrary& library, const Launcher& launcher,
           const std::vector<std::string>& words, const std::vector<Context>& contexts) {
  if (!loading::starts(launcher.family, library.mpi)) return false;
  const std::vector<CheckedProgram> programs =
      checked_programs(words, contexts, library, loading::preload_of(library, ""));
  return std::ranges::none_of(programs, [](const CheckedProgram& program) {
    return is(program, Fitness::Suitability::refused);
  });
}

/// Notes on the programs for the user.
std::vector<std::string> notes_on(const std::vector<CheckedProgram>& programs) {
  std::vector<std::string> notes;
  for (const CheckedProgram& program : programs)
    if (is(program, Fitness::Suitability::missing))
      notes.push_back(
          text::format("notice: {}: not checked: {}", program.word, program.fitness.why));
    else if (is(program, Fitness::Suitability::linked))
      notes.push_back(
          text::format("notice: {}: {}; it is not preloaded", program.word, program.fitness.why));
  return notes;
}

bool needs_preload(const std::vector<CheckedProgram>& programs) {
  return programs.empty() || std::ranges::any_of(programs, [](const CheckedProgram& program) {
           return !is(program, Fitness::Suitability::linked);
         });
}

std::string preload_for(const loading::OwnLibrary& library) {
  if (library.file.empty())
    throw Refusal(Status::refused,
                  "liballfold.so: not found: expected the library of this installation; run "
                  "'allfold doctor'");
  const char* variable = std::getenv("LD_PRELOAD");
  const std::string others = variable == nullptr ? "" : variable;
  std::string preload = loading::preload_of(library, others);
  const bool is_added = loading::preloaded(preload).size() > loading::preloaded(others).size();
  for (const std::string& entry : loading::preloaded(others))
    if (is_added && loading::is_allfold(entry))
      throw UsageError(
          text::format("LD_PRELOAD: {} is not the library of this command ({}): expected one "
                       "Allfold; unset LD_PRELOAD, or use the command that belongs to this library",
                       entry, library.file));
  return preload;
}

/// Makes Allfold report if it is unused, unless the user has set the variable.
void have_unused_said(std::vector<Variable>& variables) {
  constexpr std::string_view name = "ALLFOLD_UNUSED";
  if (std::ranges::find(variables, name, &Variable::name) == variables.end())
    variables.insert(variables.begin(), {.name = std::string(name), .value = "say"});
}

std::string library_to_be_first(const std::vector<CheckedProgram>& programs) {
  for (const CheckedProgram& program : programs)
    if (!program.fitness.first.empty()) return program.fitness.first;
  return "";
}

}  // namespace

Prepared prepared(const Request& request) {
  if (request.command.empty())
    throw UsageError(
        text::format("missing command: expected a launcher and a program, for example: allfold {} "
                     "-- mpirun -n 4 ./program",
                     request.subcommand));
  Variables variables = variables_for(request.given);
  const loading::OwnLibrary library = loading::own_library();
  const std::string preload = preload_for(library);
  if (request.speech == Request::Speech::says_what_it_does) have_unused_said(variables.list);
  std::vector<Variable> all = variables.list;
  all.insert(all.begin(), {.name = "LD_PRELOAD", .value = preload});
  refuse_batch_system(request.command.front(), request.subcommand);
  const Launcher launcher = launcher_of(request.command.front(), all);

  const std::vector<Context> contexts = contexts_of(launcher.family, request.command);
  const std::vector<CheckedProgram> programs =
      checked_programs(request.command, contexts, library, preload);
  if (request.checks == Request::Checks::refuse) refuse_unfit(programs, launcher, library);
  all.front().value = loading::preload_of(library, preload, library_to_be_first(programs));
  return {.launcher = launcher,
          .line = with_variables(launcher.family, request.command, contexts,
                                 needs_preload(programs) ? all : variables.list),
          .warnings = std::move(variables.warnings),
          .notes = notes_on(programs)};
}

void hand_over(const Request& request) {
  if (request.command.empty() || request.checks != Request::Checks::refuse) return;
  const std::string file = loading::find_executable(request.command.front());
  if (file.empty() || !loading::may_be_launcher(file)) return;
  const std::optional<Launcher> launcher = loading::ask_launcher(file);
  if (!launcher) return;
  const std::vector<Context> contexts = contexts_of(launcher->family, request.command);
  if (suits(loading::own_library(), *launcher, request.command, contexts)) return;
  for (const loading::Sibling& sibling : loading::siblings())
    if (suits(sibling.library, *launcher, request.command, contexts)) loading::become(sibling);
}

}  // namespace allfold::command::run
