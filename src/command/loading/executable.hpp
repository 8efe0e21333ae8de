/// @file What the dynamic loader would do with a program, as its file says.
#pragma once

#include <cstdint>
#include <string>

namespace allfold::command::loading {

struct Executable {
  enum class Kind : std::uint8_t {
    missing,         ///< there is no such file, or it is no regular one
    not_executable,  ///< this user may not run it
    script,          ///< begins with "#!"
    elf,
    other
  };
  Kind kind = Kind::missing;
  std::string interpreter = {};  ///< of a script: what is after "#!"; of ELF: the loader, or ""
  bool is_privileged = false;    ///< set-user-ID or the like: the loader ignores LD_PRELOAD for it

  // Of ELF files only.
  int elf_class = 0;         ///< ELFCLASS32, ELFCLASS64
  int architecture = 0;      ///< EM_X86_64, ...
  bool has_allfold = false;  ///< it was linked with the archive
};

/// Reads the file, and runs nothing.
[[nodiscard]] Executable executable_of(const std::string& file);

/// The file that a shell would run for this word; "" if there is none. A word without a slash is
/// looked for in PATH.
[[nodiscard]] std::string find_executable(const std::string& word);

}  // namespace allfold::command::loading
