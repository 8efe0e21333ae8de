/// Files are written completely or not at all, and only the named file is.
#include "system/written_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <csignal>

#include "system/folder.hpp"

namespace allfold::system {
namespace {

namespace fs = std::filesystem;

class WriteFile : public InFolder {
 protected:
  static mode_t mode_of(const std::string& name) {
    struct stat status = {};
    EXPECT_EQ(stat(name.c_str(), &status), 0);
    return status.st_mode & 0777U;
  }
};

/// Gives a process of the superuser the rights of another user, temporarily.
class AsNobody {
 public:
  AsNobody() {
    if (geteuid() == 0 && seteuid(65534) != 0) ADD_FAILURE();
  }
  AsNobody(const AsNobody&) = delete;
  AsNobody& operator=(const AsNobody&) = delete;
  ~AsNobody() {
    if (getuid() == 0 && seteuid(0) != 0) ADD_FAILURE();
  }
};

TEST_F(WriteFile, is_new_with_the_mode_that_the_umask_leaves) {
  const mode_t before = umask(027);
  EXPECT_EQ(write_file(file("new"), "content"), "");
  umask(before);
  EXPECT_EQ(content_of(file("new")), "content");
  EXPECT_EQ(mode_of(file("new")), 0640U);
  EXPECT_EQ(entries(), 1);
}

TEST_F(WriteFile, replaces_and_keeps_the_mode) {
  const std::string name = made("file", "older, and longer");
  fs::permissions(name, fs::perms(0604));
  EXPECT_EQ(write_file(name, "newer"), "");
  EXPECT_EQ(content_of(name), "newer");
  EXPECT_EQ(mode_of(name), 0604U);
  EXPECT_EQ(entries(), 1);
}

TEST_F(WriteFile, may_have_the_longest_name) {
  const std::string name = file(std::string(255, 'n'));
  EXPECT_EQ(write_file(name, "content"), "");
  EXPECT_EQ(content_of(name), "content");
}

TEST_F(WriteFile, goes_through_no_link_that_it_was_not_given) {
  const std::string precious = made("precious", "untouched");
  for (const char* suffix : {".part", ".tmp", "~"})
    fs::create_symlink(precious, file(std::string("file") + suffix));
  EXPECT_EQ(write_file(file("file"), "content"), "");
  EXPECT_EQ(content_of(precious), "untouched");
  EXPECT_EQ(content_of(file("file")), "content");
  EXPECT_FALSE(fs::is_symlink(file("file")));
  EXPECT_EQ(entries(), 5);
}

TEST_F(WriteFile, is_what_a_link_points_to) {
  fs::create_directory(file("elsewhere"));
  const std::string real = made("elsewhere/real", "older");
  fs::create_symlink("elsewhere/real", file("link"));
  fs::create_symlink(file("link"), file("link_to_link"));
  EXPECT_EQ(write_file(file("link_to_link"), "newer"), "");
  EXPECT_EQ(content_of(real), "newer");
  EXPECT_TRUE(fs::is_symlink(file("link")));
  EXPECT_TRUE(fs::is_symlink(file("link_to_link")));
}

TEST_F(WriteFile, is_made_where_a_link_points_to_nothing_yet) {
  fs::create_symlink("real", file("link"));
  EXPECT_EQ(write_file(file("link"), "content"), "");
  EXPECT_EQ(content_of(file("real")), "content");
  EXPECT_TRUE(fs::is_symlink(file("link")));
}

TEST_F(WriteFile, is_refused_behind_a_link_to_itself) {
  fs::create_symlink("link", file("link"));
  EXPECT_EQ(write_file(file("link"), "content"), "Too many levels of symbolic links");
}

TEST_F(WriteFile, is_refused_as_a_folder_and_without_one) {
  EXPECT_EQ(write_file(folder(), "content"), "Is a directory");
  EXPECT_EQ(write_file(file("none/file"), "content"), "No such file or directory");
  EXPECT_EQ(write_file("", "content"), "No such file or directory");
}

TEST_F(WriteFile, is_refused_without_permission) {
  const std::string read_only = made("read_only", "older");
  fs::permissions(read_only, fs::perms(0444));
  const std::string writable = made("writable", "older");
  fs::permissions(writable, fs::perms(0666));
  fs::permissions(folder(), fs::perms(0555));
  {
    const AsNobody nobody;
    EXPECT_EQ(write_file(read_only, "newer"), "Permission denied");
    EXPECT_EQ(write_file(file("new"), "newer"), "Permission denied");
    EXPECT_EQ(write_file(writable, "newer"), "no file can be made beside it: Permission denied");
    EXPECT_EQ(obstacle_to_writing(file("new")), "Permission denied");
  }
  fs::permissions(folder(), fs::perms(0755));
  EXPECT_EQ(content_of(read_only), "older");
  EXPECT_EQ(content_of(writable), "older");
}

TEST_F(WriteFile, is_refused_by_a_full_device) {
  EXPECT_EQ(write_file("/dev/full", "content"), "No space left on device");
}

TEST_F(WriteFile, is_written_directly_where_it_is_a_pipe) {
  std::array<int, 2> ends = {};
  ASSERT_EQ(pipe(ends.data()), 0);
  const std::string name = "/proc/self/fd/" + std::to_string(ends[1]);
  EXPECT_EQ(write_file(name, "content"), "");
  std::array<char, 16> read_back = {};
  EXPECT_EQ(read(ends[0], read_back.data(), read_back.size()), 7);
  EXPECT_STREQ(read_back.data(), "content");
  close(ends[0]);
  EXPECT_EQ(write_file(name, "content"), "Broken pipe");  // and no SIGPIPE
  close(ends[1]);
}

TEST_F(WriteFile, is_written_directly_where_a_process_has_it_open) {
  const std::string name = made("file", "before ");
  const int open_file = open(name.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  ASSERT_GE(open_file, 0);
  EXPECT_EQ(write_file("/proc/self/fd/" + std::to_string(open_file), "between"), "");
  EXPECT_EQ(write(open_file, " after", 6), 6);
  close(open_file);
  EXPECT_EQ(content_of(name), "before between after");
}

/// Sets a limit on file sizes temporarily, and a handler that counts signals.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    caught = 0;
    before_handler_ = std::signal(SIGXFSZ, [](int) { caught = caught + 1; });
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit lower = {.rlim_cur = bytes, .rlim_max = before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &lower);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    static_cast<void>(std::signal(SIGXFSZ, before_handler_));
  }

  static inline volatile std::sig_atomic_t caught = 0;

 private:
  rlimit before_ = {};
  void (*before_handler_)(int) = nullptr;
};

TEST_F(WriteFile, beyond_the_limit_on_sizes_is_an_error_and_no_signal) {
  const std::string name = made("file", "older");
  {
    const FileSizeLimit limit(1024);
    EXPECT_EQ(write_file(name, std::string(5000, 'x')), "File too large");
    EXPECT_EQ(write_file(file("small"), std::string(1000, 'x')), "");
  }
  EXPECT_EQ(FileSizeLimit::caught, 0);
  EXPECT_EQ(content_of(name), "older");
  EXPECT_EQ(entries(), 2);
}

TEST_F(WriteFile, leaves_signals_as_they_were) {
  const FileSizeLimit limit(1024);
  sigset_t mask = {};
  sigemptyset(&mask);
  sigaddset(&mask, SIGXFSZ);
  sigset_t before = {};
  ASSERT_EQ(pthread_sigmask(SIG_BLOCK, &mask, &before), 0);
  ASSERT_EQ(raise(SIGXFSZ), 0);  // the program's own pending signal
  EXPECT_EQ(write_file(file("file"), std::string(5000, 'x')), "File too large");
  EXPECT_EQ(FileSizeLimit::caught, 0);
  ASSERT_EQ(pthread_sigmask(SIG_SETMASK, &before, nullptr), 0);
  EXPECT_EQ(FileSizeLimit::caught, 1);
  ASSERT_EQ(raise(SIGXFSZ), 0);
  EXPECT_EQ(FileSizeLimit::caught, 2);
}

TEST_F(WriteFile, is_foretold_without_a_trace) {
  EXPECT_EQ(obstacle_to_writing(file("new")), "");
  EXPECT_EQ(entries(), 0);
  const std::string name = made("file", "older");
  EXPECT_EQ(obstacle_to_writing(name), "");
  EXPECT_EQ(content_of(name), "older");
  EXPECT_EQ(obstacle_to_writing(folder()), "Is a directory");
  EXPECT_EQ(obstacle_to_writing(file("none/file")), "No such file or directory");
  ASSERT_EQ(mkfifo(file("pipe").c_str(), 0600), 0);
  EXPECT_EQ(obstacle_to_writing(file("pipe")), "");  // without waiting for a reader
  EXPECT_EQ(entries(), 2);
}

TEST_F(WriteFile, is_another_one_each_time_in_a_folder) {
  for (const char* expected : {"not/there/run.json.3", "not/there/run-2.json.3"}) {
    const NewFile written = write_new_file(file("not/there/"), "run", ".json.3", expected);
    EXPECT_EQ(written.problem, "");
    EXPECT_EQ(written.name, file(expected));
    EXPECT_EQ(content_of(file(expected)), expected);
  }
  EXPECT_EQ(entries(), 1);
}

TEST_F(WriteFile, says_why_there_is_no_folder_for_it) {
  const std::string folder = made("file", "older") + "/below/";
  EXPECT_TRUE(is_folder(folder));
  EXPECT_FALSE(is_folder(file("file")));
  EXPECT_EQ(write_new_file(folder, "run", ".json", "content").problem, "Not a directory");
}

TEST_F(WriteFile, in_a_folder_leaves_nothing_when_it_fails) {
  const FileSizeLimit limit(1024);
  EXPECT_EQ(write_new_file(folder(), "run", ".json", std::string(5000, 'x')).problem,
            "File too large");
  EXPECT_EQ(entries(), 0);
}

}  // namespace
}  // namespace allfold::system
