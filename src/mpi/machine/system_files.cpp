#include "mpi/machine/system_files.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <memory>

#include "system/descriptor.hpp"

namespace allfold::mpi::machine {

namespace {

struct CloseDirectory {
  void operator()(DIR* directory) const { closedir(directory); }
};

}  // namespace

// The kernel generates such a file when it is read, and one read returns all of it. Streams are not
// used, since constructing a locale takes longer than all the rest.
std::string text_of_file(const std::string& name) {
  constexpr std::size_t most_bytes = 8 << 10;
  const system::Descriptor file(open(name.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!file.is_open()) return "";
  // Not zeroed, since this runs in a program's first call, and not on the stack, which may be
  // small.
  const auto text = std::make_unique_for_overwrite<std::array<char, most_bytes>>();
  ssize_t length = 0;
  do length = read(file.number(), text->data(), text->size());
  while (length < 0 && errno == EINTR);
  return length > 0 ? std::string(text->data(), static_cast<std::size_t>(length)) : "";
}

std::string labelled_value(const std::string& file, std::string_view label) {
  constexpr std::string_view blanks = " \t";
  const std::string text = text_of_file(file);
  for (std::string_view left = text; !left.empty();) {
    std::string_view line = take_line(left);
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view name = line.substr(0, colon);
    if (name.substr(0, name.find_last_not_of(blanks) + 1) != label) continue;
    line.remove_prefix(std::min(line.find_first_not_of(blanks, colon + 1), line.size()));
    return std::string(line);
  }
  return "";
}

std::string_view take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return line;
}

std::int64_t take_number(std::string_view& text) {
  std::int64_t number = 0;
  const char* const end = std::from_chars(text.data(), text.data() + text.size(), number).ptr;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

// std::filesystem's iterators terminate the program if there is no memory for a name.
std::vector<std::string> names_in(const char* path) {
  std::vector<std::string> names;
  const std::unique_ptr<DIR, CloseDirectory> directory(opendir(path));
  if (directory == nullptr) return names;
  while (const dirent* entry = readdir(directory.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  return names;
}

}  // namespace allfold::mpi::machine
