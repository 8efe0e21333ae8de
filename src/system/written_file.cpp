#include "system/written_file.hpp"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <utility>

#include "system/blocked_signals.hpp"
#include "system/descriptor.hpp"

namespace allfold::system {

namespace {

namespace fs = std::filesystem;

std::string text_of(int error) { return std::strerror(error); }

/// Where a file is written.
struct Target {
  fs::path path;          ///< contains no symbolic link if a regular file is written
  bool is_there = false;  ///< exists, and is replaced
  bool is_direct = false;
  struct stat status = {};  ///< of the existing file
};

fs::path folder_of(const fs::path& path) {
  const fs::path folder = path.parent_path();
  return folder.empty() ? "." : folder;
}

/// Whether it is a link in /proc, which stands for a file that a process has open.
bool is_in_proc(const fs::path& link) {
  struct statfs system = {};
  return statfs(folder_of(link).c_str(), &system) == 0 && system.f_type == PROC_SUPER_MAGIC;
}

/// Follows symbolic links, also to a file that does not exist yet. Returns what went wrong, or "".
std::string follow_links(Target& target) {
  constexpr int most_links = 40;
  for (int links = 0; links < most_links; ++links) {
    std::error_code failure;
    const fs::path next = fs::read_symlink(target.path, failure);
    if (failure) return "";  // not a link, or does not exist
    if (is_in_proc(target.path)) {
      target.is_direct = true;
      return "";
    }
    target.path = next.is_absolute() ? next : folder_of(target.path) / next;
  }
  return text_of(ELOOP);
}

std::string find_target(const std::string& name, Target& target) {
  target.path = name;
  target.is_there = stat(name.c_str(), &target.status) == 0;
  if (!target.is_there && errno != ENOENT) return text_of(errno);
  if (target.is_there && S_ISDIR(target.status.st_mode)) return text_of(EISDIR);
  if (target.is_there && faccessat(AT_FDCWD, name.c_str(), W_OK, AT_EACCESS) != 0)
    return text_of(errno);
  target.is_direct = target.is_there && !S_ISREG(target.status.st_mode);
  return target.is_direct ? "" : follow_links(target);
}

/// Returns what went wrong, or "". Closes the file if everything was written.
std::string write_all(Descriptor& file, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = write(file.number(), content.data(), content.size());
    if (written < 0 && errno != EINTR) return text_of(errno);
    if (written > 0) content.remove_prefix(static_cast<std::size_t>(written));
  }
  return file.close() ? "" : text_of(errno);
}

/// A new file beside the target. It is removed unless write() has renamed it to the target.
class Draft {
 public:
  explicit Draft(const Target& target) : target_(target), file_(make()) {}
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  ~Draft() {
    if (!path_.empty()) static_cast<void>(unlink(path_.c_str()));
  }

  /// Why the file could not be made, or "".
  [[nodiscard]] const std::string& problem() const { return problem_; }

  std::string write(std::string_view content) {
    if (target_.is_there) take_status();
    if (std::string problem = write_all(file_, content); !problem.empty()) return problem;
    if (std::rename(path_.c_str(), target_.path.c_str()) != 0) return text_of(errno);
    path_.clear();
    return "";
  }

 private:
  Descriptor make() {
    constexpr int most_tries = 100;
    for (int tries = 0; tries < most_tries; ++tries) {
      std::uint64_t number = 0;
      if (getrandom(&number, sizeof number, 0) < 0) break;
      path_ = folder_of(target_.path) / (".allfold-" + std::to_string(number));
      Descriptor file(
          open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
      if (file.is_open()) return file;
      if (errno != EEXIST) break;
    }
    problem_ = (target_.is_there ? "no file can be made beside it: " : "") + text_of(errno);
    path_.clear();
    return Descriptor(-1);
  }

  /// Only the superuser can change a file's owner. Failures are ignored.
  void take_status() const {
    constexpr mode_t permissions = 0777;
    const int ignored = fchown(file_.number(), target_.status.st_uid, target_.status.st_gid);
    static_cast<void>(ignored);
    static_cast<void>(fchmod(file_.number(), target_.status.st_mode & permissions));
  }

  const Target& target_;
  std::string problem_;
  fs::path path_;
  Descriptor file_;
};

/// An empty file that did not exist before. It is removed unless keep() is called.
class OwnName {
 public:
  explicit OwnName(std::string name) : name_(std::move(name)) {
    Descriptor file(
        open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
    if (!file.is_open()) error_ = errno;
  }
  OwnName(const OwnName&) = delete;
  OwnName& operator=(const OwnName&) = delete;
  ~OwnName() {
    if (error_ == 0 && !is_kept_) static_cast<void>(unlink(name_.c_str()));
  }

  /// The errno of the failure to make it, or 0.
  [[nodiscard]] int error() const { return error_; }
  void keep() { is_kept_ = true; }

 private:
  std::string name_;
  int error_ = 0;
  bool is_kept_ = false;
};

}  // namespace

std::string write_file(const std::string& name, const std::string& content) {
  const BlockedSignals blocked(BlockedSignals::Which::of_failed_writes);
  Target target;
  if (std::string problem = find_target(name, target); !problem.empty()) return problem;
  if (target.is_direct) {
    Descriptor file(open(name.c_str(), O_WRONLY | O_APPEND | O_NOCTTY | O_CLOEXEC));
    return file.is_open() ? write_all(file, content) : text_of(errno);
  }
  Draft draft(target);
  return draft.problem().empty() ? draft.write(content) : draft.problem();
}

bool is_folder(const std::string& name) {
  std::error_code failure;
  return name.ends_with('/') || fs::is_directory(name, failure);
}

NewFile write_new_file(const std::string& folder, const std::string& name, std::string_view ending,
                       const std::string& content) {
  constexpr int most_names = 10000;
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure) return {.name = folder, .problem = failure.message()};
  for (int number = 1; number <= most_names; ++number) {
    std::string file =
        fs::path(folder) / (number == 1 ? name : name + '-' + std::to_string(number));
    file += ending;
    OwnName own(file);
    if (own.error() == EEXIST) continue;
    if (own.error() != 0) return {.name = std::move(file), .problem = text_of(own.error())};
    std::string problem = write_file(file, content);
    if (problem.empty()) own.keep();
    return {.name = std::move(file), .problem = std::move(problem)};
  }
  return {.name = folder, .problem = text_of(EEXIST)};
}

std::string obstacle_to_writing(const std::string& name) {
  Target target;
  if (std::string problem = find_target(name, target); !problem.empty()) return problem;
  return target.is_direct ? "" : Draft(target).problem();
}

}  // namespace allfold::system
