/// @file The parts of an ELF file that say how the dynamic loader treats it.
#pragma once

#include <elf.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace allfold::command::loading {

struct ElfFile {
  int elf_class = ELFCLASSNONE;  ///< ELFCLASS32, ELFCLASS64
  int architecture = EM_NONE;    ///< EM_X86_64, ...
  /// The loader; "" if the program is statically linked, or the file has the other byte order.
  std::string interpreter = {};
  /// Whether a symbol table defines the symbol for which `read_elf` looks.
  bool defines_symbol = false;
};

/// Reads the file without running it. Looks for the symbol's definition in all its symbol tables.
/// Absent if it is not an ELF file. Of a damaged file, what can be read.
[[nodiscard]] std::optional<ElfFile> read_elf(const std::string& file, std::string_view symbol);

}  // namespace allfold::command::loading
