#include "command/loading/siblings.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

#include "command/loading/environment.hpp"
#include "command/loading/executable.hpp"
#include "command/loading/libraries.hpp"

namespace allfold::command::loading {

namespace {

namespace fs = std::filesystem;

std::optional<uid_t> owner_of(const fs::path& file) {
  struct stat status = {};
  if (stat(file.c_str(), &status) != 0) return std::nullopt;
  return status.st_uid;
}

/// The kind of MPI library with which the command is linked, or "".
std::string mpi_of_command(const std::string& command) {
  const auto libraries = libraries_of(command, executable_of(command), "");
  if (!libraries) return "";
  const std::vector<Library> found = mpi_libraries(*libraries);
  return found.empty() ? "" : std::string(mpi_of(found.front().name));
}

}  // namespace

std::vector<Sibling> siblings() {
  std::error_code failure;
  const fs::path own = fs::read_symlink("/proc/self/exe", failure);
  const fs::path folder = own.parent_path().parent_path();
  const std::string library = fs::path(own_library().file).filename().string();
  std::vector<Sibling> found;
  if (failure || library.empty()) return found;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder.parent_path(), failure)) {
    const fs::path command = entry.path() / own.parent_path().filename() / own.filename();
    const std::optional<uid_t> owner = owner_of(command);
    if (!owner || (*owner != 0 && owner != owner_of(own))) continue;
    if (fs::equivalent(command, own, failure) || access(command.c_str(), X_OK) != 0) continue;
    const fs::path its_library =
        (command.parent_path() / ALLFOLD_LIBRARY_FROM_COMMAND / library).lexically_normal();
    if (!fs::exists(its_library, failure)) continue;
    found.push_back({.command = command.string(),
                     .library = {.file = its_library.string(),
                                 .version = {},
                                 .mpi = mpi_of_command(command.string())}});
  }
  std::ranges::sort(found, {}, &Sibling::command);
  return found;
}

void become(const Sibling& sibling) {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size(); at = text.find('\0', at) + 1)
    words.emplace_back(text.c_str() + at);
  if (words.empty()) return;
  std::vector<std::string> environment = environment_with({});
  execve(sibling.command.c_str(), pointers_to(words).data(), pointers_to(environment).data());
}

}  // namespace allfold::command::loading
