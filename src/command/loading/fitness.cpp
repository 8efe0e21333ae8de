#include "command/loading/fitness.hpp"

#include <algorithm>
#include <string_view>

#include "command/loading/executable.hpp"
#include "command/loading/language.hpp"
#include "command/loading/libraries.hpp"
#include "text/format.hpp"

namespace allfold::command::loading {

namespace {

using Kind = Executable::Kind;
using Suitability = Fitness::Suitability;

Fitness refused(std::string why, std::string remedy) {
  return {.suitability = Suitability::refused, .why = std::move(why), .remedy = std::move(remedy)};
}

std::string text_of(const Library& mpi) {
  return text::format("{}, {}", mpi_of(mpi.name), mpi.path.empty() ? mpi.name : mpi.path);
}

bool names_allfold(const std::string& library) { return is_allfold(library); }

bool is_of_other_architecture(const Executable& program, const OwnLibrary& library) {
  const Executable own = executable_of(library.file);
  return own.kind == Kind::elf &&
         (own.elf_class != program.elf_class || own.architecture != program.architecture);
}

Fitness other_mpi(const std::string& its_own, const OwnLibrary& library) {
  return refused(
      text::format("linked with another MPI library ({}) than Allfold ({})", its_own, library.mpi),
      "build Allfold with the MPI library of the program, and use that installation");
}

/// Decides by the libraries that the loader would load, without Allfold (`alone`) and with it
/// (`together`).
Fitness by_libraries(const std::vector<Library>& alone, const std::vector<Library>& together,
                     const OwnLibrary& library) {
  if (std::ranges::any_of(alone, names_allfold, &Library::name))
    return {.suitability = Suitability::linked, .why = "linked with Allfold"};
  const auto missing = std::ranges::find(alone, "", &Library::path);
  if (missing != alone.end())
    return refused(text::format("the loader does not find the library {}", missing->name),
                   "set LD_LIBRARY_PATH, or load the module that the program was built with");
  if (std::ranges::none_of(together, names_allfold, &Library::name))
    return refused(text::format("the loader does not load {} into it", library.file),
                   "check the permissions of that file");
  const std::vector<Library> its_own = mpi_libraries(alone);
  std::string first = library_to_be_first(alone);
  if (its_own.empty())
    return {.suitability = Suitability::undecided,
            .why =
                "not linked with an MPI library: programs with MPI that it starts or loads are "
                "served, but not functions that it looks up in the MPI library (dlopen)",
            .first = std::move(first)};
  if (mpi_libraries(together).size() > its_own.size())
    return other_mpi(text_of(its_own.front()), library);
  return {.suitability = Suitability::served,
          .why = text::format("linked with {}", text_of(its_own.front())),
          .first = std::move(first)};
}

Fitness fitness_of_elf(const std::string& file, const Executable& program,
                       const OwnLibrary& library, const std::string& preload) {
  if (program.has_allfold)
    return {.suitability = Suitability::linked, .why = "linked with Allfold's archive"};
  if (program.interpreter.empty())
    return refused("statically linked: LD_PRELOAD has no effect",
                   "link it dynamically, or link it with liballfold.a");
  if (is_of_other_architecture(program, library))
    return refused("built for another architecture than Allfold's library",
                   "build Allfold for the architecture of the program");
  if (library.file.find_first_of(" :\t\n") != std::string::npos)
    return refused(
        text::format("LD_PRELOAD cannot contain the path {}: blanks and colons end a path there",
                     library.file),
        "install Allfold in a folder without them, or make a symbolic link to it");
  const std::string_view language = language_note(file, program);
  const auto alone = libraries_of(file, program, "");
  const auto together = libraries_of(file, program, preload);
  if (alone && together) {
    Fitness fitness = by_libraries(*alone, *together, library);
    if (fitness.suitability == Suitability::undecided && !language.empty()) fitness.why = language;
    return fitness;
  }
  return {.why = text::format("its loader ({}) does not list its libraries, so it was not checked",
                              program.interpreter)};
}

}  // namespace

Fitness fitness_of(const std::string& file, const OwnLibrary& library, const std::string& preload) {
  const Executable program = executable_of(file);
  if (program.kind == Kind::missing || program.kind == Kind::not_executable)
    return {
        .suitability = Suitability::missing,
        .why = program.kind == Kind::missing ? "no such file on this node"
                                             : "the file is not executable",
        .remedy = program.kind == Kind::missing ? "name another file" : "set its mode (chmod +x)"};
  if (program.is_privileged)
    return refused("set-user-ID, set-group-ID or file capabilities: the loader ignores LD_PRELOAD",
                   "run a copy without them, or link the program with Allfold");
  if (program.kind == Kind::elf) return fitness_of_elf(file, program, library, preload);
  if (program.kind == Kind::script) {
    const std::string_view language = language_note(file, program);
    return {
        .suitability = Suitability::undecided,
        .why = text::format(
            "a script for {}; {}", program.interpreter,
            language.empty() ? "programs with MPI that it starts or loads are served" : language)};
  }
  return {.suitability = Suitability::undecided, .why = "neither an ELF file nor a script"};
}

}  // namespace allfold::command::loading
