#include "command/loading/executable.hpp"

#include <fcntl.h>
#include <gelf.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string_view>

#include "system/descriptor.hpp"

namespace allfold::command::loading {

namespace {

struct EndElf {
  void operator()(Elf* elf) const { elf_end(elf); }
};
using OpenElf = std::unique_ptr<Elf, EndElf>;

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

void read_loader(Elf* elf, Executable& found) {
  std::size_t count = 0;
  if (elf_getphdrnum(elf, &count) != 0) return;
  for (std::size_t i = 0; i < count; ++i) {
    GElf_Phdr header;
    if (gelf_getphdr(elf, static_cast<int>(i), &header) == nullptr) continue;
    if (header.p_type != PT_INTERP) continue;
    const Elf_Data* text = elf_getdata_rawchunk(elf, static_cast<std::int64_t>(header.p_offset),
                                                header.p_filesz, ELF_T_BYTE);
    if (text == nullptr) continue;
    found.interpreter.assign(static_cast<const char*>(text->d_buf), text->d_size);
    found.interpreter.erase(std::min(found.interpreter.find('\0'), found.interpreter.size()));
  }
}

/// Whether a symbol table defines the function that identifies Allfold.
bool defines_allfold(Elf* elf, Elf_Scn* section, const GElf_Shdr& header) {
  Elf_Data* data = elf_getdata(section, nullptr);
  GElf_Sym symbol;
  for (int i = 0; data != nullptr && gelf_getsym(data, i, &symbol) != nullptr; ++i) {
    const char* name = elf_strptr(elf, header.sh_link, symbol.st_name);
    if (symbol.st_shndx != SHN_UNDEF && name != nullptr &&
        std::string_view(name) == "allfold_version")
      return true;
  }
  return false;
}

void read_sections(Elf* elf, Executable& found) {
  for (Elf_Scn* section = elf_nextscn(elf, nullptr); section != nullptr;
       section = elf_nextscn(elf, section)) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr) continue;
    if (header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM)
      found.has_allfold = found.has_allfold || defines_allfold(elf, section, header);
  }
}

void read_elf(const std::string& file, Executable& found) {
  const system::Descriptor open_file(open(file.c_str(), O_RDONLY | O_CLOEXEC));
  elf_version(EV_CURRENT);
  const OpenElf elf(elf_begin(open_file.number(), ELF_C_READ, nullptr));
  GElf_Ehdr header;
  if (elf == nullptr || gelf_getehdr(elf.get(), &header) == nullptr) return;
  found.kind = Executable::Kind::elf;
  found.elf_class = gelf_getclass(elf.get());
  found.architecture = header.e_machine;
  read_loader(elf.get(), found);
  read_sections(elf.get(), found);
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
    read_elf(file, found);
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
