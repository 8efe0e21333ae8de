#include "command/loading/elf_file.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace {

using allfold::command::loading::ElfFile;
using allfold::command::loading::read_elf;

constexpr std::string_view loader = "/lib/ld-test.so.1";
constexpr std::string_view names("\0other\0wanted\0", 14);
constexpr std::uint32_t at_wanted = 7;
constexpr unsigned char own_order =
    std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;

template <class Item>
void append(std::string& file, const Item& item) {
  file.append(reinterpret_cast<const char*>(&item), sizeof item);
}

enum class Wanted : std::uint8_t { defined, undefined };

/// A program with a loader, and a symbol table with the symbol "wanted".
template <class Header, class Segment, class Section, class Symbol>
std::string program(unsigned char elf_class, Elf64_Half machine, Wanted wanted) {
  Header header = {};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = elf_class;
  header.e_ident[EI_DATA] = own_order;
  header.e_machine = machine;
  header.e_phentsize = sizeof(Segment);
  header.e_phnum = 2;
  header.e_shentsize = sizeof(Section);
  header.e_shnum = 3;

  const auto after = [](auto position, std::size_t length) {
    return static_cast<decltype(position)>(position + length);
  };
  header.e_phoff = sizeof(Header);
  header.e_shoff = after(header.e_phoff, 2 * sizeof(Segment));
  const auto at_loader = after(header.e_shoff, 3 * sizeof(Section));
  const auto at_names = after(at_loader, loader.size() + 1);
  const auto at_symbols = after(at_names, names.size());

  Segment load = {};
  load.p_type = PT_LOAD;
  Segment interpreter = {};
  interpreter.p_type = PT_INTERP;
  interpreter.p_offset = at_loader;
  interpreter.p_filesz = static_cast<decltype(interpreter.p_filesz)>(loader.size() + 1);
  Section text = {};
  text.sh_type = SHT_STRTAB;
  text.sh_offset = at_names;
  text.sh_size = names.size();
  Section table = {};
  table.sh_type = SHT_SYMTAB;
  table.sh_offset = at_symbols;
  table.sh_size = 2 * sizeof(Symbol);
  table.sh_link = 1;
  Symbol other = {};
  other.st_name = 1;
  other.st_shndx = 1;
  Symbol symbol = {};
  symbol.st_name = at_wanted;
  symbol.st_shndx = wanted == Wanted::defined ? 1 : SHN_UNDEF;

  std::string file;
  append(file, header);
  append(file, load);
  append(file, interpreter);
  append(file, Section{});
  append(file, text);
  append(file, table);
  file.append(loader).push_back('\0');
  file.append(names);
  append(file, other);
  append(file, symbol);
  return file;
}

std::string program64(Wanted wanted = Wanted::defined) {
  return program<Elf64_Ehdr, Elf64_Phdr, Elf64_Shdr, Elf64_Sym>(ELFCLASS64, EM_X86_64, wanted);
}

std::string program32(Wanted wanted = Wanted::defined) {
  return program<Elf32_Ehdr, Elf32_Phdr, Elf32_Shdr, Elf32_Sym>(ELFCLASS32, EM_ARM, wanted);
}

class ElfFileTest : public testing::Test {
 protected:
  ElfFileTest()
      : file_((std::filesystem::path(testing::TempDir()) /
               (std::string("elf_file_test.") +
                testing::UnitTest::GetInstance()->current_test_info()->name()))
                  .string()) {}
  ~ElfFileTest() override { std::filesystem::remove(file_); }

  std::optional<ElfFile> read(const std::string& content, std::string_view symbol = "wanted") {
    std::ofstream(file_, std::ios::binary) << content;
    return read_elf(file_, symbol);
  }

 private:
  std::string file_;
};

TEST_F(ElfFileTest, ReadsProgramsOf64Bits) {
  const auto found = read(program64());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->elf_class, ELFCLASS64);
  EXPECT_EQ(found->architecture, EM_X86_64);
  EXPECT_EQ(found->interpreter, loader);
  EXPECT_TRUE(found->defines_symbol);
}

TEST_F(ElfFileTest, ReadsProgramsOf32Bits) {
  const auto found = read(program32());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->elf_class, ELFCLASS32);
  EXPECT_EQ(found->architecture, EM_ARM);
  EXPECT_EQ(found->interpreter, loader);
  EXPECT_TRUE(found->defines_symbol);
}

TEST_F(ElfFileTest, FindsOnlyTheWholeNameOfADefinedSymbol) {
  EXPECT_FALSE(read(program64(Wanted::undefined))->defines_symbol);
  EXPECT_FALSE(read(program32(Wanted::undefined))->defines_symbol);
  EXPECT_FALSE(read(program64(), "want")->defines_symbol);
  EXPECT_FALSE(read(program64(), "wanted2")->defines_symbol);
  EXPECT_TRUE(read(program64(), "other")->defines_symbol);
}

TEST_F(ElfFileTest, TellsTheArchitectureOfFilesWithTheOtherByteOrder) {
  std::string file = program64();
  file[EI_DATA] = own_order == ELFDATA2LSB ? ELFDATA2MSB : ELFDATA2LSB;
  std::swap(file[offsetof(Elf64_Ehdr, e_machine)], file[offsetof(Elf64_Ehdr, e_machine) + 1]);
  const auto found = read(file);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->architecture, EM_X86_64);
  EXPECT_EQ(found->interpreter, "");
}

TEST_F(ElfFileTest, OtherFilesAreNone) {
  EXPECT_FALSE(read(""));
  EXPECT_FALSE(read("#!/bin/sh\n"));
  EXPECT_FALSE(
      read("\x7f"
           "ELF"));
  EXPECT_FALSE(read_elf("/nonexistent/program", "wanted"));
}

TEST_F(ElfFileTest, OfACutFileReadsWhatIsThere) {
  for (const std::string& whole : {program64(), program32()})
    for (std::size_t length = 0; length < whole.size(); ++length) {
      const auto found = read(whole.substr(0, length));
      EXPECT_FALSE(found && found->defines_symbol) << length;
    }
}

TEST_F(ElfFileTest, DoesNotFollowPositionsBeyondTheFile) {
  Elf64_Ehdr header = {};
  const std::string whole = program64();
  std::memcpy(&header, whole.data(), sizeof header);
  for (const Elf64_Off position : {whole.size(), std::size_t{1} << 40, ~std::size_t{0}}) {
    std::string file = whole;
    header.e_phoff = header.e_shoff = position;
    std::memcpy(file.data(), &header, sizeof header);
    EXPECT_EQ(read(file)->interpreter, "");
    EXPECT_FALSE(read(file)->defines_symbol);
  }
}

TEST(ReadElf, ReadsThisProgram) {
  const auto found = read_elf("/proc/self/exe", "main");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->elf_class, sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32);
  EXPECT_EQ(found->interpreter.front(), '/');
  EXPECT_TRUE(found->defines_symbol);
}

}  // namespace
