#include "command/loading/own_library.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <filesystem>

#include "mpi/machine/machine.hpp"

namespace allfold::command::loading {

namespace {

namespace fs = std::filesystem;

/// Makes the name absolute. Symbolic links of the folder are resolved; the file's name is kept.
std::string absolute(const fs::path& file) {
  std::error_code failure;
  const fs::path folder = fs::canonical(fs::absolute(file, failure).parent_path(), failure);
  return failure ? file.string() : (folder / file.filename()).string();
}

}  // namespace

OwnLibrary own_library() {
  OwnLibrary library{.file = {}, .version = {}, .mpi = mpi::machine::fingerprint_of_machine().mpi};
  // Looked up by name, because the command's own code may use another address for the function.
  void* version = dlsym(RTLD_DEFAULT, "allfold_version");
  Dl_info place = {};
  if (version == nullptr || dladdr(version, &place) == 0) return library;
  library.version = reinterpret_cast<const char* (*)()>(version)();
  if (is_allfold(place.dli_fname)) library.file = absolute(place.dli_fname);
  return library;
}

std::vector<std::string> preloaded(const std::string& value) {
  std::vector<std::string> entries(1);
  for (const char letter : value)
    if (letter == ':' || letter == ' ')
      entries.emplace_back();
    else
      entries.back() += letter;
  std::erase(entries, "");
  return entries;
}

bool is_allfold(const std::string& file) {
  return fs::path(file).filename().string().starts_with("liballfold.so");
}

std::string preload_of(const OwnLibrary& library, const std::string& others,
                       const std::string& first) {
  std::string value = first.empty() ? "" : first + ':';
  bool is_there = false;
  for (const std::string& entry : preloaded(others)) {
    if (!first.empty() && fs::path(entry).filename() == fs::path(first).filename()) continue;
    std::error_code failure;
    is_there = is_there || entry == library.file || fs::equivalent(entry, library.file, failure);
    value += entry + ':';
  }
  if (!is_there) return value + library.file;
  value.pop_back();
  return value;
}

}  // namespace allfold::command::loading
