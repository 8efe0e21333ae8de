#include "command/loading/language.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <sstream>

namespace allfold::command::loading {

namespace {

struct Language {
  std::array<std::string_view, 2> programs;  ///< without a version as in "python3.11"
  std::string_view note;
};

constexpr std::array languages{
    Language{.programs = {"python", "pypy"},
             .note = "Python: modules that are linked with the MPI library (mpi4py) are served. "
                     "Functions that a program looks up in the MPI library (ctypes, cffi) are not; "
                     "look them up in liballfold.so instead"},
    Language{.programs = {"julia", ""},
             .note = "Julia: not served: MPI.jl looks up its functions in the MPI library"},
    Language{.programs = {"R", "Rscript"},
             .note = "R: packages that are linked with the MPI library (Rmpi, pbdMPI) are served"},
};

/// For example "python" for "/usr/bin/python3.11".
std::string name_of_program(const std::filesystem::path& file) {
  std::string name = file.filename().string();
  name.erase(name.find_last_not_of("0123456789.-") + 1);
  return name;
}

/// The program that runs a script, for example "python3" for "/usr/bin/env -S python3 -u".
std::string interpreter_of(const std::string& script_line) {
  std::istringstream words(script_line);
  std::string word;
  words >> word;
  if (name_of_program(word) != "env") return word;
  while (words >> word)
    if (!word.starts_with('-') && word.find('=') == std::string::npos) return word;
  return "";
}

std::string_view note_of(const std::string& name) {
  for (const Language& language : languages)
    if (!name.empty() && std::ranges::find(language.programs, name) != language.programs.end())
      return language.note;
  return "";
}

}  // namespace

std::string_view language_note(const std::string& file, const Executable& program) {
  // The command R is itself a shell script.
  const std::string_view note = note_of(name_of_program(file));
  if (!note.empty() || program.kind != Executable::Kind::script) return note;
  return note_of(name_of_program(interpreter_of(program.interpreter)));
}

}  // namespace allfold::command::loading
