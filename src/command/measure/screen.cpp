#include "command/measure/screen.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "text/format.hpp"

namespace allfold::command::measure {

namespace {

namespace fs = std::filesystem;

std::string text_of_link(const fs::path& link) {
  std::error_code failure;
  return fs::read_symlink(link, failure).string();
}

/// For example "/dev/pts/3" or "pipe:[1234]"; "" if it cannot be determined.
std::string open_file(pid_t process, int descriptor) {
  return text_of_link(text::format("/proc/{}/fd/{}", process, descriptor));
}

bool is_terminal(std::string_view file) {
  return file.starts_with("/dev/pts/") || file.starts_with("/dev/tty") ||
         file.starts_with("/dev/console");
}

bool reads(pid_t process, const std::string& file) {
  std::error_code failure;
  const fs::directory_iterator all(text::format("/proc/{}/fd", process), failure);
  if (failure) return false;
  for (const fs::directory_entry& each : all) {
    const auto way = fs::symlink_status(each.path(), failure).permissions();
    const bool is_read = (way & fs::perms::owner_read) != fs::perms::none;
    if (!failure && is_read && text_of_link(each.path()) == file) return true;
  }
  return false;
}

/// The parent's process ID; 0 if there is none or it is not visible.
pid_t parent_of(pid_t process) {
  std::ifstream status(text::format("/proc/{}/status", process));
  for (std::string word; status >> word;)
    if (word == "PPid:") {
      pid_t parent = 0;
      status >> parent;
      return parent;
    }
  return 0;
}

}  // namespace

Screen find_screen() {
  constexpr int most_launchers = 4;
  const char* kind = std::getenv("TERM");
  if (kind == nullptr || std::string_view(kind) == "dumb") return {};
  pid_t process = getpid();
  for (int launchers = 0; launchers <= most_launchers; ++launchers) {
    const std::string errors = open_file(process, STDERR_FILENO);
    if (is_terminal(errors))
      return {.shows_errors = true, .shows_output = open_file(process, STDOUT_FILENO) == errors};
    const pid_t parent = parent_of(process);
    if (parent == 0 || !errors.starts_with("pipe:") || !reads(parent, errors)) break;
    process = parent;
  }
  return {};
}

}  // namespace allfold::command::measure
