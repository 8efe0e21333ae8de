/// @file What a program's file says about how the dynamic loader treats it.
#pragma once

#include <cstdint>
#include <string>

namespace allfold::command::loading {

struct Executable {
  enum class Kind : std::uint8_t {
    missing,         ///< no such file, or not a regular file
    not_executable,  ///< this user may not execute it
    script,          ///< begins with "#!"
    elf,
    other
  };
  Kind kind = Kind::missing;
  std::string interpreter = {};  ///< script: the text after "#!"; ELF: the loader, or ""
  bool is_privileged = false;    ///< set-user-ID or the like: the loader ignores LD_PRELOAD for it

  // Of ELF files only.
  int elf_class = 0;         ///< ELFCLASS32, ELFCLASS64
  int architecture = 0;      ///< EM_X86_64, ...
  bool has_allfold = false;  ///< linked with Allfold's archive
};

/// Reads the file; does not run it.
[[nodiscard]] Executable executable_of(const std::string& file);

/// The file that a shell would run for this word; "" if there is none. A word without a slash is
/// looked up in PATH.
[[nodiscard]] std::string find_executable(const std::string& word);

}  // namespace allfold::command::loading
