#include "command/try_out/folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "command/usage_error.hpp"
#include "text/format.hpp"

namespace allfold::command::try_out {

namespace {

namespace fs = std::filesystem;

/// The name of a new folder; "" if it cannot be made.
std::string new_folder_in(const fs::path& place) {
  std::string name = (place / ".allfold-try-XXXXXX").string();
  return mkdtemp(name.data()) == nullptr ? "" : name;
}

std::string new_folder() {
  std::error_code failure;
  const fs::path here = fs::current_path(failure);
  if (!failure)
    if (std::string name = new_folder_in(here); !name.empty()) return name;
  const char* variable = std::getenv("TMPDIR");
  const fs::path other = variable == nullptr ? "/tmp" : variable;
  if (std::string name = new_folder_in(other); !name.empty()) return name;
  throw std::runtime_error(
      text::format("{}: no folder can be made there, nor in the working directory: {}; name one "
                   "by --keep FOLDER",
                   other.string(), std::strerror(errno)));
}

std::string kept_folder(const std::string& name) {
  std::error_code failure;
  fs::create_directories(name, failure);
  if (failure || !fs::is_directory(name, failure))
    throw UsageError(text::format("--keep: {}: cannot be made: {}; name another folder", name,
                                  failure ? failure.message() : "a file has that name"));
  if (!fs::is_empty(name, failure) || failure)
    throw UsageError(
        text::format("--keep: {}: the folder contains files: expected a new or an empty one; name "
                     "another folder",
                     name));
  return fs::absolute(name).lexically_normal().string();
}

}  // namespace

Folder::Folder(const std::string& kept)
    : name_(kept.empty() ? new_folder() : kept_folder(kept)), is_kept_(!kept.empty()) {}

Folder::~Folder() {
  std::error_code failure;
  if (!is_kept_) fs::remove_all(name_, failure);
}

}  // namespace allfold::command::try_out
