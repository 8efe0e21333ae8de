#include "command/loading/elf_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <vector>

#include "system/descriptor.hpp"

namespace allfold::command::loading {

namespace {

/// The names of elf.h for files of 32 and of 64 bits.
struct Bits32 {
  using Header = Elf32_Ehdr;
  using Segment = Elf32_Phdr;
  using Section = Elf32_Shdr;
  using Symbol = Elf32_Sym;
};
struct Bits64 {
  using Header = Elf64_Ehdr;
  using Segment = Elf64_Phdr;
  using Section = Elf64_Shdr;
  using Symbol = Elf64_Sym;
};

/// A file of which any part may be missing.
class Content {
 public:
  explicit Content(const std::string& file) : file_(open(file.c_str(), O_RDONLY | O_CLOEXEC)) {
    struct stat status = {};
    if (file_.number() >= 0 && fstat(file_.number(), &status) == 0)
      size_ = static_cast<std::uint64_t>(std::max<off_t>(status.st_size, 0));
  }

  /// Up to `count` items from this position on: fewer at the end of the file.
  template <class Item>
  [[nodiscard]] std::vector<Item> items(std::uint64_t position, std::uint64_t count) const {
    if (position >= size_) return {};
    std::vector<Item> all(std::min(count, (size_ - position) / sizeof(Item)));
    auto* const bytes = reinterpret_cast<std::byte*>(all.data());
    const std::size_t wanted = all.size() * sizeof(Item);
    std::size_t done = 0;
    while (done < wanted) {
      const ssize_t length =
          pread(file_.number(), bytes + done, wanted - done, static_cast<off_t>(position + done));
      if (length <= 0) break;
      done += static_cast<std::size_t>(length);
    }
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(done / sizeof(Item)), all.end());
    return all;
  }

 private:
  system::Descriptor file_;
  std::uint64_t size_ = 0;
};

template <class Bits>
std::string interpreter_of(const Content& content, const typename Bits::Header& header) {
  using Segment = typename Bits::Segment;
  if (header.e_phentsize != sizeof(Segment)) return "";
  for (const Segment& segment : content.items<Segment>(header.e_phoff, header.e_phnum)) {
    if (segment.p_type != PT_INTERP) continue;
    const std::vector<char> text = content.items<char>(segment.p_offset, segment.p_filesz);
    return {text.begin(), std::ranges::find(text, '\0')};
  }
  return "";
}

/// Whether `names` has this name at this position, with its end.
bool has_name_at(const std::vector<char>& names, std::uint64_t position, std::string_view name) {
  if (position >= names.size() || names.size() - position <= name.size()) return false;
  const char* const found = names.data() + position;
  return std::string_view(found, name.size()) == name && found[name.size()] == '\0';
}

template <class Bits>
bool defines(const Content& content, const typename Bits::Section& table,
             const typename Bits::Section& names_of_table, std::string_view name) {
  using Symbol = typename Bits::Symbol;
  const std::vector<char> names =
      content.items<char>(names_of_table.sh_offset, names_of_table.sh_size);
  const auto symbols = content.items<Symbol>(table.sh_offset, table.sh_size / sizeof(Symbol));
  return std::ranges::any_of(symbols, [&](const Symbol& symbol) {
    return symbol.st_shndx != SHN_UNDEF && has_name_at(names, symbol.st_name, name);
  });
}

template <class Bits>
bool defines(const Content& content, const typename Bits::Header& header, std::string_view name) {
  using Section = typename Bits::Section;
  if (header.e_shentsize != sizeof(Section)) return false;
  std::uint64_t count = header.e_shnum;
  // Files with very many sections have their number in the first one.
  if (count == 0)
    for (const Section& first : content.items<Section>(header.e_shoff, 1)) count = first.sh_size;
  const auto sections = content.items<Section>(header.e_shoff, count);
  return std::ranges::any_of(sections, [&](const Section& section) {
    return (section.sh_type == SHT_SYMTAB || section.sh_type == SHT_DYNSYM) &&
           section.sh_link < sections.size() &&
           defines<Bits>(content, section, sections[section.sh_link], name);
  });
}

template <class Bits>
void read(const Content& content, std::string_view symbol, ElfFile& found) {
  using Header = typename Bits::Header;
  for (const Header& header : content.items<Header>(0, 1)) {
    found.interpreter = interpreter_of<Bits>(content, header);
    found.defines_symbol = defines<Bits>(content, header, symbol);
  }
}

}  // namespace

std::optional<ElfFile> read_elf(const std::string& file, std::string_view symbol) {
  const Content content(file);
  // Files of 32 and of 64 bits have the same beginning.
  constexpr std::size_t machine_at = offsetof(Elf64_Ehdr, e_machine);
  const auto beginning = content.items<unsigned char>(0, machine_at + 2);
  if (beginning.size() < machine_at + 2 || std::memcmp(beginning.data(), ELFMAG, SELFMAG) != 0)
    return std::nullopt;
  const bool is_little = beginning[EI_DATA] == ELFDATA2LSB;
  const int first = beginning[machine_at];
  const int second = beginning[machine_at + 1];
  ElfFile found{.elf_class = beginning[EI_CLASS],
                .architecture = is_little ? first | second << 8 : first << 8 | second};
  if (is_little != (std::endian::native == std::endian::little)) return found;
  if (found.elf_class == ELFCLASS32) read<Bits32>(content, symbol, found);
  if (found.elf_class == ELFCLASS64) read<Bits64>(content, symbol, found);
  return found;
}

}  // namespace allfold::command::loading
