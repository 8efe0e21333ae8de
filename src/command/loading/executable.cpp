#include "command/loading/executable.hpp"

#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string_view>

#include "command/loading/elf_file.hpp"

namespace allfold::command::loading {

namespace {

/// Whether the kernel gives the program rights that this user lacks. Root has all capabilities.
bool is_privileged(const std::string& file, const struct stat& status) {
  if ((status.st_mode & S_ISUID) != 0 && status.st_uid != geteuid()) return true;
  if ((status.st_mode & S_ISGID) != 0 && status.st_gid != getegid()) return true;
  return geteuid() != 0 && getxattr(file.c_str(), "security.capability", nullptr, 0) > 0;
}

/// The text after "#!" of a script.
std::string script_line(std::ifstream& file) {
  std::string line;
  std::getline(file, line);
  line.erase(0, line.find_first_not_of(" \t"));
  return line;
}

void read_elf_file(const std::string& file, Executable& found) {
  // The function that identifies Allfold.
  const std::optional<ElfFile> elf = read_elf(file, "allfold_version");
  if (!elf) return;
  found.kind = Executable::Kind::elf;
  found.interpreter = elf->interpreter;
  found.elf_class = elf->elf_class;
  found.architecture = elf->architecture;
  found.has_allfold = elf->defines_symbol;
}

}  // namespace

Executable executable_of(const std::string& file) {
  Executable found;
  struct stat status = {};
  if (stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return found;
  found.kind = Executable::Kind::not_executable;
  if (access(file.c_str(), X_OK) != 0) return found;
  found.kind = Executable::Kind::other;
  found.is_privileged = is_privileged(file, status);
  std::ifstream content(file, std::ios::binary);
  std::array<char, 2> mark = {};
  if (content.read(mark.data(), mark.size()) && mark[0] == '#' && mark[1] == '!') {
    found.kind = Executable::Kind::script;
    found.interpreter = script_line(content);
  } else {
    read_elf_file(file, found);
  }
  return found;
}

std::string find_executable(const std::string& word) {
  const auto is_executable = [](const std::string& file) {
    const Executable::Kind kind = executable_of(file).kind;
    return kind != Executable::Kind::missing && kind != Executable::Kind::not_executable;
  };
  if (word.find('/') != std::string::npos) return is_executable(word) ? word : "";
  const char* path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    std::string file(end == 0 ? "." : rest.substr(0, end));
    if (is_executable(file.append("/").append(word))) return file;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return "";
}

}  // namespace allfold::command::loading
